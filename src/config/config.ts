import { any, field, map, optional, record, section, text } from "./fields/field.ts";
import { buildConfig } from "./fields/build.ts";
import { frameworkConfig } from "./fields/framework.ts";
import { packageConfig } from "./fields/package.ts";

/**
 * `Config`: the configuration as the application and the bundler receive it, checked, every value
 * present.
 */
export type * from "./generated/resolved-types.ts";

/** The configuration: all sections together. The types above describe its value after the check. */
export const rootConfig = record("Config", "The configuration of an application.", {
  $schema: optional(text, "Address or path of the JSON Schema, for editors.", {
    ours: true,
    dropped: true,
  }),
  package: section(packageConfig, "The name and the version of the application."),
  framework: section(frameworkConfig, "Windows, bundles, security and everything else."),
  build: section(buildConfig, "How the application is built and run while you work on it."),
  plugins: field(
    map(map(any, "setting"), "plugin"),
    {},
    "Settings of plugins: a map from a plugin's name to its configuration.",
  ),
});
