package io.github.sessionsurvival.target;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The part of a target file about TLS.
 *
 * @param folder what paths in the file start from
 */
record TlsPart(YamlFile file, Path folder) {

    TlsFiles read(YamlPart part) {
        YamlPart.Mapping mapping = file.mapping(part, "tls");
        file.allow(mapping, "tls", List.of("ca-file", "client-cert", "password"));
        TlsFiles files = new TlsFiles(
                file.at(mapping, "ca-file").map(p -> existing(p, "ca-file")),
                file.at(mapping, "client-cert").map(p -> existing(p, "client-cert")),
                file.at(mapping, "password")
                        .map(p -> new SecretPart(file, folder, false).read(p, "password", "P12_PASSWORD")));
        if (files.password().isPresent() && files.clientCert().isEmpty()) {
            throw file.fault(part.line(), "'tls' has a password, but no 'client-cert' that it opens");
        }
        return files;
    }

    private Path existing(YamlPart part, String key) {
        Path path = folder.resolve(file.text(part, key)).normalize();
        if (!Files.isRegularFile(path)) {
            throw file.fault(part.line(), "'" + key + "' is no file: " + path);
        }
        return path;
    }
}
