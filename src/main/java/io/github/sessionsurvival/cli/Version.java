package io.github.sessionsurvival.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** This product's version, as its jar says; "development" from a folder of classes. */
final class Version implements IVersionProvider {

    static String ofThisSuite() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    @Override
    public String[] getVersion() {
        return new String[] {"session-survival " + ofThisSuite()};
    }
}
