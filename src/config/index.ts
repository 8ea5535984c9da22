/** `framework/config`: the types of the configuration file. */
export type * from "./generated/author-types.ts";
/** The same after its defaults, as the application and the bundler receive it. */
export type { Config as ResolvedConfig } from "./generated/resolved-types.ts";
export type * as Resolved from "./generated/resolved-types.ts";
