import { check } from "../../src/config/shape/check.ts";
import { rootConfig } from "../../src/config/config.ts";
import { deriveValues, type SettledConfig } from "../../src/config/shape/derive.ts";
import { formatOf, sourceOf } from "../../src/config/read/file-formats.ts";
import type { Config as AuthorConfig, ResolvedConfig } from "../../src/config/index.ts";

export type { AuthorConfig };

/**
 * Settles a configuration as the framework would, with one window and an identifier where it names
 * none.
 *
 * @param allow flags to set below `framework.allowlist`: `"dialog.open"`, `"fs.all"`, `"all"`
 */
export function settledConfig(author: AuthorConfig, allow: readonly string[] = []): ResolvedConfig {
  const { framework } = author;
  const allowlist: Record<string, unknown> = { ...framework?.allowlist };
  for (const flag of allow) {
    const [module, name] = flag.split(".") as [string, string?];
    if (name === undefined) allowlist[module] = true;
    else allowlist[module] = { ...(allowlist[module] as object | undefined), [name]: true };
  }
  const whole = {
    package: { productName: "Memory", version: "1.0.0" },
    ...author,
    framework: {
      windows: [{}],
      ...framework,
      bundle: { identifier: "org.example.memory", ...framework?.bundle },
      allowlist,
    },
  };
  const name = "framework.conf.json";
  const { root, problems } = formatOf(name).parse(sourceOf(name, JSON.stringify(whole)));
  if (root === null) throw new Error(problems[0]?.message);
  const checked = check(root, rootConfig);
  const [wrong] = checked.problems;
  if (wrong !== undefined)
    throw new Error(
      `The test's configuration is wrong: ${JSON.stringify(wrong.path)} ${wrong.message}`,
    );
  return deriveValues(checked.value as unknown as SettledConfig, "/").config;
}
