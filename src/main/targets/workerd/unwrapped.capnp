# The process that holds the sessions, with nothing around them: what the platform throws is what a client gets.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "host", worker = .unwrapped),
    (name = "sessions", disk = (writable = true)),
    (name = "backstage", external = (http = ())),
    # The only way out is backstage.
    (name = "internet", network = (allow = [])),
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "host") ],
);

const unwrapped :Workerd.Worker = (
  modules = [ (name = "worker", esModule = embed "dist/unwrapped.mjs") ],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["unsafe_module"],
  bindings = [
    (name = "SESSION", durableObjectNamespace = "Session"),
    (name = "BACKSTAGE", service = "backstage"),
    (name = "BACKSTAGE_TOKEN", fromEnvironment = "BACKSTAGE_TOKEN"),
  ],
  durableObjectNamespaces = [
    # Not kept from eviction: workerd spares such objects when all are reset, and a restart would restart nothing.
    (className = "Session", uniqueKey = "session", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "sessions"),
);
