/**
 * What travels between a client and a server, as pure values. This room does no I/O, knows no clock and imports no
 * other room. Everything a server sent is kept as it came, however odd, and is judged elsewhere.
 */
package io.github.sessionsurvival.wire;
