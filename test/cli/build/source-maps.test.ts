import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keepEntryBytecode } from "../../../src/cli/build/compile/bytecode.ts";
import { dropSourceTexts, moveMaps } from "../../../src/cli/build/compile/source-maps.ts";
import { StandaloneModules } from "../../../src/cli/build/compile/standalone-modules.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

const skip = process.platform === "linux" ? null : "programs of Linux are for Linux";
if (skip !== null) console.warn(`skipped: ${skip}`);

const modules = {
  "main.ts": `import { fail } from "./parts/fail.ts";
const given: number = process.argv.length;

try {
  fail(given);
} catch (error) {
  console.log((error as Error).stack);
}
fail(given);
`,
  "parts/fail.ts": `// Nobody else has to read this.
export function fail(count: number): never {
  throw new Error("it failed with " + count);
}
`,
};

/** A program that announces its failure, and then fails there. */
function compiled(folder: string, options: readonly string[]): string {
  for (const [name, text] of Object.entries(modules)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const program = join(folder, "program");
  const { exitCode, stderr } = Bun.spawnSync(
    [
      process.execPath,
      "build",
      "--compile",
      "--sourcemap=inline",
      ...options,
      `--outfile=${program}`,
      "main.ts",
    ],
    { cwd: folder },
  );
  expect({ exitCode, printed: stderr.toString() }).toMatchObject({ exitCode: 0 });
  return program;
}

/** The output of a program in a folder. */
function output(program: string, cwd: string): { readonly out: string; readonly err: string } {
  const { stdout, stderr } = Bun.spawnSync([program], { cwd, env: { NO_COLOR: "1" } });
  return { out: stdout.toString(), err: stderr.toString() };
}

test.skipIf(skip !== null).each([
  ["a program", [], [dropSourceTexts]],
  [
    "one with the bytecode of its entry",
    ["--bytecode", "--format=esm"],
    [dropSourceTexts, keepEntryBytecode],
  ],
])(
  "without the texts of its sources %s names the same places, and shows none of a file that happens to lie there",
  async (_, options, changes) => {
    using dir = tempDir();
    const program = compiled(dir.path, options);
    const elsewhere = join(dir.path, "elsewhere");
    mkdirSync(join(elsewhere, "parts"), { recursive: true });
    writeFileSync(join(elsewhere, "parts/fail.ts"), "of somebody else\n".repeat(9));
    const [size, before] = [statSync(program).size, output(program, elsewhere)];
    expect(before.out).toContain("parts/fail.ts:3:");
    expect(before.err).toContain("throw new Error(");
    await StandaloneModules.edit(program, changes);
    const after = output(program, elsewhere);
    expect(after.out).toBe(before.out);
    expect(after.err).toContain("parts/fail.ts:3:");
    expect(after.err).not.toContain("throw new Error(");
    expect(after.err).not.toContain("of somebody else");
    expect(statSync(program).size).toBe(size);
    const once = readFileSync(program);
    await StandaloneModules.edit(program, changes);
    expect(readFileSync(program).equals(once)).toBe(true);
  },
);

test("a file without modules, or with another layout, stays as it is", async () => {
  using dir = tempDir();
  const path = join(dir.path, "file");
  const mark = "\n---- Bun! ----\n";
  const others = [
    "",
    "#!/bin/sh\n",
    mark,
    `${"\xff".repeat(200)}${mark}`,
    `${"\0".repeat(200)}${mark}`,
  ];
  for (const text of others) {
    const bytes = Buffer.from(text, "latin1");
    writeFileSync(path, bytes);
    await StandaloneModules.edit(path, [dropSourceTexts]);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
});

test("the maps of the build before are gone when new ones are put in their place", async () => {
  using dir = tempDir();
  const [folder, maps] = [join(dir.path, "made"), join(dir.path, "maps")];
  for (const name of ["one", "other"]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const file of [name, `${name}.map`]) writeFileSync(join(folder, file), "{}");
    await moveMaps(folder, maps);
    expect([readdirSync(folder), readdirSync(maps)]).toEqual([[name], [`${name}.map`]]);
  }
});
