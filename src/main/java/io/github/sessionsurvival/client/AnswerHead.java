package io.github.sessionsurvival.client;

import java.io.IOException;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpResponse;
import org.apache.http.HttpResponseFactory;
import org.apache.http.impl.conn.DefaultHttpResponseParser;
import org.apache.http.io.HttpMessageParser;
import org.apache.http.io.HttpTransportMetrics;
import org.apache.http.io.SessionInputBuffer;
import org.apache.http.message.BasicLineParser;
import org.apache.http.params.HttpParams;
import org.apache.http.util.CharArrayBuffer;

/**
 * Reads an answer's status line and headers strictly. The client by itself skips garbage before a status line, takes a
 * connection lost within the headers for their end, and reads headers without end.
 */
final class AnswerHead implements SessionInputBuffer {

    /** The most characters of all lines together, as many as the other client allows by default. */
    static final int LIMIT = 384 * 1024;

    /** What a line costs beyond its characters. */
    private static final int LINE_COST = 32;

    /** The head is larger than {@link #LIMIT}. */
    static final class TooLarge extends IOException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super("headers without end");
        }
    }

    private final SessionInputBuffer buffer;
    private int size;

    AnswerHead(SessionInputBuffer buffer) {
        this.buffer = buffer;
    }

    @SuppressWarnings("deprecation")
    HttpMessageParser<HttpResponse> parser(HttpResponseFactory factory, HttpParams params) {
        return new DefaultHttpResponseParser(this, BasicLineParser.INSTANCE, factory, params) {
            @Override
            protected boolean reject(CharArrayBuffer line, int count) {
                return true;
            }
        };
    }

    /** Whether any byte of an answer came. */
    boolean hasBegun() {
        return size > 0 || buffer.getMetrics().getBytesTransferred() > 0;
    }

    @Override
    public int readLine(CharArrayBuffer line) throws IOException {
        int before = line.length();
        int read = buffer.readLine(line);
        if (read < 0) {
            if (size > 0) {
                throw new ConnectionClosedException("the connection ended within the headers");
            }
            return read;
        }
        size += line.length() - before + LINE_COST;
        if (size > LIMIT) {
            throw new TooLarge();
        }
        return read;
    }

    @Override
    public String readLine() throws IOException {
        CharArrayBuffer line = new CharArrayBuffer(64);
        return readLine(line) < 0 ? null : line.toString();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return buffer.read(bytes, offset, length);
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        return buffer.read(bytes);
    }

    @Override
    public int read() throws IOException {
        return buffer.read();
    }

    @Override
    @SuppressWarnings("deprecation")
    public boolean isDataAvailable(int timeout) throws IOException {
        return buffer.isDataAvailable(timeout);
    }

    @Override
    public HttpTransportMetrics getMetrics() {
        return buffer.getMetrics();
    }
}
