/**
 * The jar against servers that others have written, and what is known of them. Only {@code -Pforeign-targets} runs it: it
 * installs servers from the network's registries, which no other test does.
 */
package io.github.sessionsurvival.foreign;
