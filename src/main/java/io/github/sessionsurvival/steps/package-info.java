/**
 * Cucumber's glue: steps by area, parameter types, the world of one scenario, hooks. Steps translate sentences; conduct
 * lives in the client, faults in the lever, judgement in matchers.
 */
package io.github.sessionsurvival.steps;
