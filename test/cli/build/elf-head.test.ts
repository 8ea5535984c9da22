import { expect, test } from "bun:test";
import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { padElfHeader } from "../../../src/cli/build/compile/elf-head.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool } from "../../bundler/project.ts";

const boundary = 1 << 20;
const skip = process.platform === "linux" ? null : "programs of Linux are for Linux";
if (skip !== null) console.warn(`skipped: ${skip}`);

/** A program that prints the length of its own code. */
function compiled(folder: string, length: number): string {
  const [source, program] = [join(folder, `${length}.ts`), join(folder, `${length}`)];
  // Random, so that its encoded form in the program is as long.
  const text = Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString("base64");
  writeFileSync(source, `console.log(${JSON.stringify(text)}.length);`);
  const { exitCode, stderr } = Bun.spawnSync(
    [process.execPath, "build", "--compile", `--outfile=${program}`, source],
    { cwd: folder },
  );
  expect({ exitCode, printed: stderr.toString() }).toMatchObject({ exitCode: 0 });
  return program;
}

test.skipIf(skip !== null)(
  "programs whose own code differs in length begin with the same block, and run",
  async () => {
    using dir = tempDir();
    const made = [3000, 60_000].map((length) => compiled(dir.path, length));
    for (const program of made) await padElfHeader(program, boundary);
    const [first, second] = made.map((program) => readFileSync(program).subarray(0, boundary));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    expect(made.map((program) => statSync(program).size % boundary)).toEqual([0, 0]);
    const output = made.map((program) => Bun.spawnSync([program]).stdout.toString());
    expect(output).toEqual(["4000\n", "80000\n"]);
  },
);

const noReader = skip ?? missingTool("readelf");
test.skipIf(noReader !== null)(
  `readelf lists the sections as before (${noReader ?? "by readelf"})`,
  async () => {
    using dir = tempDir();
    const program = compiled(dir.path, 3000);
    const sections = () =>
      Bun.spawnSync(["readelf", "-SW", program]).stdout.toString().split("\n").slice(1);
    const before = sections();
    expect(before.join()).toContain(".bun");
    await padElfHeader(program, boundary);
    expect(sections()).toEqual(before);
  },
);

test("a file that is no program, or has something behind its sections, stays as it is", async () => {
  using dir = tempDir();
  const path = join(dir.path, "file");
  const others = [
    Buffer.alloc(0),
    Buffer.from("#!/bin/sh\n"),
    Buffer.alloc(5000, 1),
    Buffer.from("\x7fELF"),
  ];
  for (const bytes of others) {
    writeFileSync(path, bytes);
    await padElfHeader(path, boundary);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
  if (skip !== null) return;
  const program = compiled(dir.path, 100);
  appendFileSync(program, "behind");
  const before = readFileSync(program);
  await padElfHeader(program, boundary);
  expect(readFileSync(program).equals(before)).toBe(true);
});
