/** `framework/config`: the types of the configuration file. */
export type * from "./author-types.ts";
/** The same after its defaults, as the application and the bundler receive it. */
export type { Config as ResolvedConfig } from "./resolved-types.ts";
export type * as Resolved from "./resolved-types.ts";
