package io.github.sessionsurvival.hostile;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** What a hostile server writes in answer to a request; the connection is closed when it returns. */
@FunctionalInterface
interface Reply {

    /** @param asked the request that is answered */
    void write(Asked asked, Socket socket, OutputStream out) throws IOException, InterruptedException;
}
