package io.github.sessionsurvival.client;

import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.http.ConnectionClosedException;
import org.apache.http.HttpException;
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

    /** What came first is no status line. */
    static final class NotHttp extends IOException {
        private static final long serialVersionUID = 1L;

        NotHttp() {
            super("no status line");
        }
    }

    /** 101 would hand the connection to another protocol, which nobody asked for. */
    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (?!101)[1-9][0-9]{2}( .*)?");

    private final SessionInputBuffer buffer;
    private int size;
    private boolean atStatusLine;

    AnswerHead(SessionInputBuffer buffer) {
        this.buffer = buffer;
    }

    @SuppressWarnings("deprecation")
    HttpMessageParser<HttpResponse> parser(HttpResponseFactory factory, HttpParams params) {
        return new DefaultHttpResponseParser(this, BasicLineParser.INSTANCE, factory, params) {
            @Override
            protected HttpResponse parseHead(SessionInputBuffer head) throws IOException, HttpException {
                atStatusLine = true;
                return super.parseHead(head);
            }

            @Override
            protected boolean reject(CharArrayBuffer line, int count) {
                return true;
            }
        };
    }

    /** Whether any byte of an answer came. */
    boolean hasBegun() {
        return size > 0;
    }

    @Override
    public int readLine(CharArrayBuffer line) throws IOException {
        int before = line.length();
        for (int next = buffer.read(); next != '\n'; next = buffer.read()) {
            if (next < 0) {
                if (size == 0) {
                    return -1;
                }
                throw new ConnectionClosedException("the connection ended within the headers");
            }
            grow(1);
            line.append((char) next);
        }
        grow(LINE_COST);
        if (line.length() > before && line.charAt(line.length() - 1) == '\r') {
            line.setLength(line.length() - 1);
        }
        if (atStatusLine) {
            atStatusLine = false;
            if (!STATUS_LINE.matcher(line.substring(before, line.length())).matches()) {
                throw new NotHttp();
            }
        }
        return line.length() - before;
    }

    private void grow(int characters) throws TooLarge {
        size += characters;
        if (size > LIMIT) {
            throw new TooLarge();
        }
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
