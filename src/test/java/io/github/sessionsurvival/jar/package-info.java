/**
 * Checks of the built jar as its users run it: processes, signals, exit statuses. Named {@code …Check} so that
 * {@code mvn test} does not run them before there is a jar; {@code mvn surefire:test -Dtest='*Check'} does.
 */
package io.github.sessionsurvival.jar;
