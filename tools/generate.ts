/**
 * Writes the committed files that are generated from tables: `bun tools/generate.ts`. A test
 * generates them again and compares; `--check` does the same and names the differences.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonSchema } from "../src/config/shape/json-schema.ts";
import { apiReference, appReference } from "./generate/api-reference.ts";
import { configReference } from "./generate/config-reference.ts";
import { enginePowersPage } from "./generate/engine-powers.ts";
import { errorsReference } from "./generate/errors-reference.ts";
import { limitsReference } from "./generate/limits-reference.ts";
import { frontEndPackages } from "./generate/front-end-packages.ts";
import { driverPage } from "./generate/driver-page.ts";
import { configTypes } from "./generate/config-types.ts";
import { pageGlobal } from "./generate/page-global.ts";
import { templatePackages } from "./generate/template-packages.ts";

/** Every generated file: its path in the project, and its required content. */
export const generated: readonly { readonly path: string; readonly make: () => string }[] = [
  { path: "src/config/generated/author-types.ts", make: () => configTypes("author") },
  { path: "src/config/generated/resolved-types.ts", make: () => configTypes("resolved") },
  { path: "src/api/inject/generated/page-global.ts", make: pageGlobal },
  { path: "src/testing/driver/generated/page-script.ts", make: driverPage },
  { path: "schema/framework.conf.json", make: () => JSON.stringify(jsonSchema()) },
  { path: "test/templates/package.json", make: templatePackages },
  { path: "test/front-ends/package.json", make: frontEndPackages },
  { path: "docs/reference/engine-powers.md", make: enginePowersPage },
  { path: "docs/reference/errors.md", make: errorsReference },
  { path: "docs/reference/limits.md", make: limitsReference },
  { path: "docs/reference/app.md", make: appReference },
  ...configReference(),
  ...apiReference(),
];

const project = join(import.meta.dirname, "..");

if (import.meta.main) {
  const check = process.argv.includes("--check");
  let different = 0;
  for (const { path, make } of generated) {
    const file = join(project, path);
    const text = formatted(path, make());
    if (text === readIfThere(file)) continue;
    different += 1;
    console.log(`${check ? "differs" : "wrote"}: ${path}`);
    if (check) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  process.exitCode = check && different > 0 ? 1 : 0;
}

/** The text in the project's formatting, so that a generated file is never reformatted. */
export function formatted(path: string, text: string): string {
  const run = Bun.spawnSync([process.execPath, "fmt", `--stdin-filepath=${path}`], {
    cwd: project,
    stdin: Buffer.from(text),
    stderr: "pipe",
  });
  if (run.exitCode !== 0) throw new Error(`Cannot format "${path}": ${run.stderr.toString()}`);
  return run.stdout.toString();
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
