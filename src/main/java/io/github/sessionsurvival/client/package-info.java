/**
 * How we speak: requests and their deadlines, the handshake and its retry, event streams, the ledger of sessions and the
 * log of exchanges. Nothing sleeps but the waiter; nothing ends a session but the ledger and the explicit ending.
 */
package io.github.sessionsurvival.client;
