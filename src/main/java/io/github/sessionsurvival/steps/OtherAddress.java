package io.github.sessionsurvival.steps;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** The address under which other machines would reach a server of this machine (SEC-04). Nothing leaves the machine. */
final class OtherAddress {

    private OtherAddress() {}

    /** The same port and path at an address of this machine that is not loopback. */
    static URI of(URI server) {
        InetAddress other =
                find().orElseThrow(() -> new NotApplicable("this machine has no address by which others reach it"));
        try {
            return new URI(
                    server.getScheme(), null, other.getHostAddress(), server.getPort(), server.getPath(), null, null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("an address of this machine makes no URL", e);
        }
    }

    private static Optional<InetAddress> find() {
        try {
            return NetworkInterface.networkInterfaces()
                    .filter(OtherAddress::isUp)
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(Inet4Address.class::isInstance)
                    .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                    .findFirst();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    private static boolean isUp(NetworkInterface network) {
        try {
            return network.isUp() && !network.isLoopback();
        } catch (SocketException e) {
            return false;
        }
    }
}
