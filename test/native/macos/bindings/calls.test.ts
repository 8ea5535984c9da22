import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { cSource } from "./c-callee.ts";

// A compiler decides about a signature: C functions are called, and call back, as methods and
// blocks are.

/**
 * Each kind of argument in registers, on the stack, and where a struct does not fit into the
 * registers that are left.
 */
const signatures = [
  ">v",
  "i>i",
  "B>B",
  ":>:",
  ">d",
  "@>@",
  "n>n",
  "nnnnnnnn>n",
  "S>v",
  "G>I",
  "PP>v",
  "RB>v",
  "RR>v",
  "Q@@>v",
  "dfdf>d",
  "R@Q>B",
  "RQQB>n",
  "RdRPS>f",
  "PPPPP>d",
  "QQQQQG>q",
  "R@B:s@@>h",
  "QQQQQGQ>L",
  "dddddddR>v",
  "QPQdqnhqq>n",
  "ddddddddd>v",
  "ddddddddP>v",
  "QQQQQQQQQ>H",
  "BiIhHqQLdf@n#:bps>s",
];

const folder = mkdtempSync(join(tmpdir(), "calls-"));
afterAll(() => rmSync(folder, { recursive: true }));

const program = join(import.meta.dir, "../programs/calls-program.ts");
const armBun = join(
  process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"),
  `framework-tools/bun-${Bun.version}/node_modules/@oven/bun-linux-aarch64/bin/bun`,
);
const armLibraries = "/usr/aarch64-linux-gnu";

const machines = [
  {
    name: "this processor",
    compiler: "gcc",
    command: [process.execPath],
    missing:
      process.platform !== "linux"
        ? "loads a library as Linux does"
        : needs(Bun.which("gcc") !== null, "gcc"),
  },
  {
    name: "an arm64 that is emulated",
    compiler: "aarch64-linux-gnu-gcc",
    command: ["qemu-aarch64", "-L", armLibraries, armBun],
    missing:
      needs(Bun.which("aarch64-linux-gnu-gcc") !== null, "gcc-aarch64-linux-gnu") ??
      needs(existsSync(join(armLibraries, "lib/libc.so.6")), "libc6-arm64-cross") ??
      needs(Bun.which("qemu-aarch64") !== null, "qemu-user") ??
      needs(
        existsSync(armBun),
        `npm install --force --prefix ~/.cache/framework-tools/bun-${Bun.version} @oven/bun-linux-aarch64@${Bun.version}`,
      ),
  },
];

for (const { name, compiler, command, missing } of machines)
  describe.skipIf(missing !== undefined)(
    `on ${name}${missing === undefined ? "" : ` (${missing})`}`,
    () => {
      test.each([
        ["a method", 2],
        ["a block", 1],
      ])("the arguments and results of %s arrive, either way", async (_, before) => {
        const source = join(folder, `${compiler}-${before}.c`);
        const library = join(folder, `${compiler}-${before}.so`);
        await Bun.write(source, cSource(signatures, before));
        // Without a library of C's: a compiler for another processor may come without its beginning
        // and end.
        run([compiler, "-w", "-O2", "-shared", "-fPIC", "-nostdlib", "-o", library, source]);
        expect(
          JSON.parse(run([...command, program, library, String(before), ...signatures])),
        ).toEqual([]);
      });
    },
  );

function run(command: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command]);
  if (exitCode !== 0) throw new Error(`Cannot run "${command[0]}": ${stderr.toString()}`);
  return stdout.toString();
}

function needs(isThere: boolean, what: string): string | undefined {
  return isThere ? undefined : `needs ${what}`;
}
