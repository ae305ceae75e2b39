/**
 * Whom we speak to: the target file, what a target declares, and the levers that make its platform misbehave. The only
 * room that reads the environment and system properties.
 */
package io.github.sessionsurvival.target;
