/**
 * The embedded restartable platform: a real MCP server over HTTP with durable sessions, restart plans and a control
 * interface. It shares no constant of the restart answer with the matcher: the text stands here a second time, from the
 * contract, so that a typo in either shows.
 */
package io.github.sessionsurvival.platform;
