package io.github.sessionsurvival.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * SIGINT and SIGTERM: whatever was begun is ended in order before the process ends with 130 or 143. A shutdown hook does
 * the work; the signal itself is watched only to know its name.
 */
final class Interruption {

    private static final String UNKNOWN = "SIGTERM";

    private final AtomicReference<String> signal = new AtomicReference<>();
    private final Thread hook;

    private Interruption(Consumer<String> ending) {
        this.hook = new Thread(
                () -> ending.accept(signal.get() == null ? UNKNOWN : signal.get()), "session-survival ending");
    }

    /**
     * From now on a signal ends the process this way.
     *
     * @param ending what is to be ended, given the signal's name
     */
    static Interruption by(Consumer<String> ending) {
        Interruption interruption = new Interruption(ending);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        interruption.watch("INT", 130);
        interruption.watch("TERM", 143);
        return interruption;
    }

    /** Everything was ended in order: a later end of the process has nothing to do. */
    void over() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending already, and the hook with it.
        }
    }

    /** By reflection: the class is the only way to a signal's name and no part of Java's own interface. */
    private void watch(String name, int status) {
        try {
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Class<?> type = Class.forName("sun.misc.Signal");
            Object watching = Proxy.newProxyInstance(
                    handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            if (signal.compareAndSet(null, "SIG" + name)) {
                                new Thread(() -> Runtime.getRuntime().exit(status), "session-survival signal").start();
                            }
                            return null;
                        }
                        return switch (method.getName()) {
                            case "hashCode" -> System.identityHashCode(proxy);
                            case "equals" -> proxy == arguments[0];
                            default -> "watching SIG" + name;
                        };
                    });
            type.getMethod("handle", type, handler)
                    .invoke(null, type.getConstructor(String.class).newInstance(name), watching);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException
                | InstantiationException
                | InvocationTargetException e) {
            // Without it Java's own handling runs the hook and ends with the same status; only the name is unsure.
        }
    }
}
