/** The built jar against the platform in workerd, in all its forms and through all endings of a run. */
package io.github.sessionsurvival.workerd;
