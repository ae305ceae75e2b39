package io.github.sessionsurvival.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** A gigabyte of zeros, which takes a megabyte; made once, since that takes seconds. */
final class CompressedGigabyte {

    static final byte[] BYTES = made();

    private CompressedGigabyte() {}

    private static byte[] made() {
        ByteArrayOutputStream small = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(small)) {
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 1024; i++) {
                gzip.write(zeros);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return small.toByteArray();
    }
}
