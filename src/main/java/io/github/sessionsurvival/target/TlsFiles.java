package io.github.sessionsurvival.target;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a TLS connection to the target needs beside what the machine trusts anyway; nothing of it has been read yet.
 *
 * @param caFile certificates in PEM that are trusted too
 * @param clientCert a PKCS #12 file with the client's key and certificate
 * @param password the PKCS #12 file's
 */
public record TlsFiles(Optional<Path> caFile, Optional<Path> clientCert, Optional<SecretSource> password) {

    public static final TlsFiles NONE = new TlsFiles(Optional.empty(), Optional.empty(), Optional.empty());
}
