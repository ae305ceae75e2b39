// A dependency asks for the package "path"; the runtime has it under its full name only.
export * from "node:path";
export { default } from "node:path";
