// The first example of each plugin's page of docs runs as it stands there.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir, type TempDir } from "../../harness/temp-dir.ts";
import { root } from "../support/app/display-app.ts";
import { startInMemory } from "../support/app/memory-app.ts";

// Below the project, where the packages are found.
const folder = join(root, "build/plugin-docs");
const variables = ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] as const;
const before = variables.map((name) => process.env[name]);
let data: TempDir;

beforeAll(() => {
  data = tempDir();
  for (const name of variables) process.env[name] = join(data.path, name);
});
afterAll(() => {
  data[Symbol.dispose]();
  for (const [i, name] of variables.entries()) {
    if (before[i] === undefined) delete process.env[name];
    else process.env[name] = before[i];
  }
  rmSync(folder, { recursive: true, force: true });
});

/** A block of code, by the comment in its first line. */
function block(page: string, place: string): string {
  const found = new RegExp(
    `^\`\`\`\\w+\n// ${RegExp.escape(place)}\n([\\s\\S]*?)^\`\`\`$`,
    "m",
  ).exec(page);
  if (found === null) throw new Error(`There is no block "// ${place}"`);
  return found[1] as string;
}

for (const name of readdirSync(join(root, "docs/plugins")).filter((each) => each !== "README.md")) {
  test(`the example of docs/plugins/${name} runs`, async () => {
    const page = readFileSync(join(root, "docs/plugins", name), "utf8");
    const own = join(folder, name.replace(".md", ""));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, "main.ts"), block(page, "src-framework/main.ts"));
    writeFileSync(
      join(own, "page.ts"),
      `export default async () => {\n${inFunction(block(page, "the page"))}};\n`,
    );
    const { outputs } = await Bun.build({
      entrypoints: [join(own, "page.ts")],
      target: "browser",
      format: "cjs",
    });
    const { default: definition } = (await import(join(own, "main.ts"))) as { default: unknown };
    const config = Bun.JSONC.parse(block(page, "src-framework/framework.conf.json")) as object;
    using app = await startInMemory({ definition, config });
    const module: { exports: { default?: () => Promise<void> } } = { exports: {} };
    // oxlint-disable-next-line no-implied-eval -- as the engine runs it
    const run = new Function(
      "window",
      "module",
      "exports",
      "console",
      await (outputs[0] as Bun.BuildArtifact).text(),
    );
    const output: unknown[] = [];
    run(app.page.window, module, module.exports, { log: (value: unknown) => output.push(value) });
    await module.exports.default?.();
    expect(app.page.errors).toEqual([]);
    await app.services.exit.quit(0);
  });
}

/** Static imports as dynamic ones: the example has to run when the page is there. */
function inFunction(code: string): string {
  return code
    .replace(/^import (\{[^}]+\}) from (".*?");$/gm, "const $1 = await import($2);")
    .replace(/^import (\w+) from (".*?");$/gm, "const { default: $1 } = await import($2);");
}
