import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callingFunction } from "../c-function.ts";

// The declarations of Windows' headers, read by a compiler for Windows that runs here. Nothing is
// linked or run: the compiler prints the assembly of tables of numbers, and its complaints about
// calls with exactly the declared types.

const compiler = Bun.which("x86_64-w64-mingw32-gcc");

/** Whether there is a compiler for Windows on this machine (Debian's gcc-mingw-w64-x86-64). */
export const canCompile = compiler !== null;

/** Makes a library of Windows of one C file. */
export function compileLibrary(source: string, library: string): void {
  const command = [
    compiler ?? "",
    "-Wall",
    "-Werror",
    "-finput-charset=UTF-8",
    "-shared",
    "-o",
    library,
    source,
  ];
  const { exitCode, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`Cannot compile "${source}": ${stderr.toString()}`);
}

const headers = [
  "windows.h",
  "winternl.h",
  "ole2.h",
  "oleidl.h",
  "commctrl.h",
  "commoncontrols.h",
  "dwmapi.h",
  "shellapi.h",
  "shellscalingapi.h",
  "shlobj.h",
  "shlwapi.h",
  "shobjidl.h",
  "wincodec.h",
  "winreg.h",
  "winhttp.h",
  "tlhelp32.h",
  "sddl.h",
  "aclapi.h",
  "propkey.h",
  "propvarutil.h",
  "wtsapi32.h",
];

/** The offset of a field, and its size in bytes. */
export type FieldPlace = readonly [offset: number, size: number];

export interface Layout {
  readonly size: number;
  readonly fields: Readonly<Record<string, FieldPlace>>;
}

export type Layouts = Readonly<Record<string, Layout>>;

function compile(
  lines: readonly string[],
  options: readonly string[],
): { asm: string; output: string[][] } {
  const begin = [
    "#define UNICODE",
    "#define COBJMACROS",
    "#define _WIN32_WINNT 0x0A00",
    "#define NTDDI_VERSION 0x0A000007",
    ...headers.map((header) => `#include <${header}>`),
    "#include <stddef.h>",
  ];
  const folder = mkdtempSync(join(tmpdir(), "headers-"));
  try {
    const file = join(folder, "declarations.c");
    writeFileSync(file, [...begin, ...lines, ""].join("\n"));
    const { stdout, stderr } = Bun.spawnSync([compiler ?? "", ...options, "-o", "-", file]);
    const output: string[][] = lines.map(() => []);
    for (const [, line, problem = ""] of stderr
      .toString()
      .matchAll(/declarations\.c:(\d+):\d+: (?:fatal )?(?:error|warning): (.*)/g)) {
      const at = Number(line) - begin.length - 1;
      (output[at] ?? output[0])?.push(problem);
    }
    return { asm: stdout.toString(), output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The layouts of structs with these fields, as the headers have them. */
export function layoutsOf(
  wanted: readonly (readonly [name: string, fields: readonly string[]])[],
): Layouts {
  const lines = wanted.map(([name, fields], index) => {
    const places = fields.flatMap((field) => [
      `offsetof(${name}, ${field})`,
      `sizeof(((${name} *)0)->${field})`,
    ]);
    return `const unsigned long long s${index}[] = { sizeof(${name}), ${places.join(", ")}, ~0ull };`;
  });
  const { asm, output } = compile(lines, ["-S"]);
  const problems = output.flatMap((texts, index) =>
    texts.map((text) => `${wanted[index]?.[0]}: ${text}`),
  );
  if (problems.length > 0) throw new Error(`Cannot read the headers:\n${problems.join("\n")}`);
  // The assembler's text has the tables in their order, a line for each number.
  const numbers = [...asm.matchAll(/\.quad\t(-?\d+)/g)].map(([, number]) => Number(number));
  const layouts: Record<string, Layout> = {};
  let at = 0;
  for (const [name, fields] of wanted) {
    const size = numbers[at++] ?? -1;
    const places: Record<string, FieldPlace> = {};
    for (const field of fields) places[field] = [numbers[at++] ?? -1, numbers[at++] ?? -1];
    if (numbers[at++] !== -1)
      throw new Error(`Cannot read the layout of ${name} in what the compiler wrote`);
    layouts[name] = { size, fields: places };
  }
  return layouts;
}

/** The compiler's complaints about the declared functions, a line for each. */
export function signatureErrors(
  signatures: readonly (readonly [name: string, signature: string, ...rest: string[]])[],
): string[] {
  const { output } = compile(
    signatures.map((one, index) => callingFunction(one, index, "long long")),
    [
      "-fsyntax-only",
      "-Wno-discarded-qualifiers",
      "-Wno-incompatible-pointer-types",
      "-Wno-attributes",
      "-Wtraditional-conversion",
      "-Wimplicit-function-declaration",
    ],
  );
  return signatures.flatMap(([name, signature], index) =>
    (output[index] ?? [])
      .filter((problem) => !isMeant(signature, problem))
      .slice(0, 1)
      .map((problem) => `${name}: "${signature}": ${problem}`),
  );
}

/**
 * Whether it is no mistake: a handle is a pointer for C, and what is narrower than an int is passed
 * as one.
 */
function isMeant(signature: string, problem: string): boolean {
  const letterAt = (pattern: RegExp) =>
    signature.charAt(Number(pattern.exec(problem)?.[1] ?? 0) - 1);
  const handle = letterAt(/argument (\d+) of .* makes pointer from integer/);
  const narrow = letterAt(/argument (\d+) of .* with different width/);
  return (handle !== "" && "lL".includes(handle)) || (narrow !== "" && "yh".includes(narrow));
}

/**
 * The compiler's complaints about the positions of methods in the tables of interfaces, a line for
 * each.
 */
export function slotErrors(
  slots: readonly (readonly [interfaceName: string, method: string, slot: number])[],
): string[] {
  const lines = slots.map(
    ([name, method, slot]) =>
      `_Static_assert(offsetof(struct ${name}Vtbl, ${method}) == ${slot} * sizeof(void *), "slot");`,
  );
  const { output } = compile(lines, ["-fsyntax-only"]);
  return slots.flatMap(([name, method, slot], index) =>
    (output[index] ?? []).slice(0, 1).map((problem) => `${name}.${method}: ${slot}: ${problem}`),
  );
}
