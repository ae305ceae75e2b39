/**
 * Judgement: requirements and their catalogue, verdicts, the run result, baseline and gate. Pure: it runs on what was
 * recorded, after the fact, and does no network I/O.
 */
package io.github.sessionsurvival.verdict;
