import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// For each declared function, a C function that calls the real one with exactly the declared types. The
// compiler looks at it and says where a number would change its width or become a pointer.

const packages = ["gtk+-3.0", "gtk+-unix-print-3.0", "gdk-wayland-3.0", "webkit2gtk-4.1", "gio-unix-2.0"];
const headers = [
  "gtk/gtk.h",
  "gtk/gtkunixprint.h",
  "gio/gunixinputstream.h",
  "gio/gunixoutputstream.h",
  "gdk/gdkx.h",
  "gdk/gdkwayland.h",
  "webkit2/webkit2.h",
  "glib-unix.h",
  "libsoup/soup.h",
  "sys/eventfd.h",
  "fcntl.h",
  "unistd.h",
  "X11/Xlib.h",
];

const cTypes: Readonly<Record<string, string>> = {
  v: "void",
  b: "int",
  i: "int",
  u: "unsigned",
  l: "long",
  L: "unsigned long",
  y: "unsigned char",
  h: "unsigned short",
  d: "double",
  p: "void *",
  n: "void *",
  s: "const char *",
  m: "const char *",
};

const flags =
  Bun.which("gcc") === null || Bun.which("pkg-config") === null
    ? null
    : Bun.spawnSync(["pkg-config", "--cflags", ...packages]);

/** Whether gcc and the headers of the toolkit are on this machine. */
export const canCompile = flags?.success === true;

/** What the compiler says against the declarations, a line for each. */
export function compileErrors(
  signatures: readonly (readonly [name: string, signature: string, ...rest: string[]])[],
): string[] {
  const includes = ["#define _GNU_SOURCE", ...headers.map((header) => `#include <${header}>`)];
  const lines = signatures.map(([name, signature], index) => wrapper(name, signature, index));
  const folder = mkdtempSync(join(tmpdir(), "headers-"));
  try {
    const file = join(folder, "declarations.c");
    writeFileSync(file, [...includes, ...lines, ""].join("\n"));
    const said = Bun.spawnSync([
      "gcc",
      "-fsyntax-only",
      "-Wno-deprecated-declarations",
      "-Wno-discarded-qualifiers",
      "-Wno-incompatible-pointer-types",
      "-Wtraditional-conversion",
      "-Wimplicit-function-declaration",
      ...(flags?.stdout.toString().trim().split(/\s+/) ?? []),
      file,
    ]).stderr.toString();
    const problems = new Map<string, string>();
    for (const [, line = "", problem = ""] of said.matchAll(
      /declarations\.c:(\d+):\d+: (?:error|warning): (.*)/g,
    )) {
      const [name, signature] = signatures[Number(line) - includes.length - 1] ?? ["(headers)", ""];
      if (!problems.has(name)) problems.set(name, `${name}: "${signature}": ${problem}`);
    }
    return [...problems.values()];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function wrapper(name: string, signature: string, index: number): string {
  const [args = "", result = ""] = signature.split(">");
  const parameters = Array.from(args, (letter, at) => `${cTypes[letter]} a${at}`).join(", ") || "void";
  const call = `(${name})(${Array.from(args, (_, at) => `a${at}`).join(", ")})`;
  const body =
    result === "v"
      ? `${call};`
      : `__auto_type r = ${call}; _Static_assert(sizeof r == sizeof(${cTypes[result]}), "size of the result"); (void)r;`;
  return `void w${index}(${parameters}) { ${body} }`;
}
