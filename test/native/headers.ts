import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callingFunction } from "./c-function.ts";

const packages = [
  "gtk+-3.0",
  "gtk+-unix-print-3.0",
  "gdk-wayland-3.0",
  "webkit2gtk-4.1",
  "gio-unix-2.0",
];
const headers = [
  "gtk/gtk.h",
  "gtk/gtkunixprint.h",
  "gio/gunixinputstream.h",
  "gio/gunixoutputstream.h",
  "gdk/gdkx.h",
  "gdk/gdkwayland.h",
  "atk-bridge.h",
  "webkit2/webkit2.h",
  "glib-unix.h",
  "libsoup/soup.h",
  "sys/eventfd.h",
  "poll.h",
  "sys/mman.h",
  "locale.h",
  "sys/prctl.h",
  "sys/resource.h",
  "sys/socket.h",
  "sys/xattr.h",
  "fcntl.h",
  "unistd.h",
  "X11/Xlib.h",
];

const flags =
  Bun.which("gcc") === null || Bun.which("pkg-config") === null
    ? null
    : Bun.spawnSync(["pkg-config", "--cflags", ...packages]);

/** True if gcc and the headers of the toolkit are on this machine. */
export const canCompile = flags?.success === true;

/** The compiler's complaints about the declarations, a line for each. */
export function compileErrors(
  signatures: readonly (readonly [name: string, signature: string, ...rest: string[]])[],
): string[] {
  const includes = ["#define _GNU_SOURCE", ...headers.map((header) => `#include <${header}>`)];
  const lines = signatures.map((one, index) => callingFunction(one, index, "long"));
  const folder = mkdtempSync(join(tmpdir(), "headers-"));
  try {
    const file = join(folder, "declarations.c");
    writeFileSync(file, [...includes, ...lines, ""].join("\n"));
    const output = Bun.spawnSync([
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
    for (const [, line = "", problem = ""] of output.matchAll(
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
