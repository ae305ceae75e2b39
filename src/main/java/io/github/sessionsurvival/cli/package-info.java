/** The command line, and the start and end of a run, which Maven's suite class shares. */
package io.github.sessionsurvival.cli;
