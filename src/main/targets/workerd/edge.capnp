# The edge process: it holds no session, and so outlives every death of the process that does.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "edge", worker = .edge),
    (name = "holder", external = (http = ())),
    (name = "internet", network = (allow = [])),
  ],
  sockets = [ (name = "http", address = "127.0.0.1:0", http = (), service = "edge") ],
);

const edge :Workerd.Worker = (
  modules = [
    (name = "edge.js", esModule = embed "src/edge.js"),
    (name = "restart-answer.js", esModule = embed "src/restart-answer.js"),
  ],
  compatibilityDate = "2026-11-01",
  bindings = [ (name = "HOLDER", service = "holder") ],
);
