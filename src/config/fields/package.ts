import { optional, record, text, textOf } from "./field.ts";

export const packageConfig = record(
  "PackageConfig",
  "The name and the version of the application.",
  {
    productName: optional(
      textOf({
        pattern: '^(?=.*\\S)[^/\\\\:*?"<>|\\u0000-\\u001f]+$',
        says: 'may not be empty, hold spaces alone, or hold / \\ : * ? " < > | or control characters',
        example: "My App",
      }),
      "Application name, as people read it.",
      { derived: { from: "the name in the manifest that gives the version", always: true } },
    ),
    version: optional(
      text,
      "A semver version, or the path of a manifest file that holds one: a `package.json`, or a TOML file like `Cargo.toml`.",
      {
        derived: {
          from: "`Cargo.toml` in the source directory if there is one, else the nearest `package.json`",
          always: true,
        },
      },
    ),
  },
);
