/** Living documentation from a run result: the page, JUnit XML, and the listener that records scenarios. */
package io.github.sessionsurvival.report;
