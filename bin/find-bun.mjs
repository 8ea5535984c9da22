import { existsSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The folder of the package `bun`, where Node.js finds it: package managers put it beside this
 * package, or inside it.
 * @returns {string | null}
 */
export function bunFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve("bun/package.json"));
  } catch {
    return null;
  }
}

/**
 * Bun's executable. The install script of the package `bun` copies it there from the package for
 * this machine. npm 12, pnpm and Yarn run no such script unasked, and then it is still there alone.
 * @param {string} folder the folder of the package `bun`
 * @returns {string | null}
 */
export function bunIn(folder) {
  const own = join(folder, "bin", "bun.exe"); // so named on every system
  // Before the script has run, that is a text of a few lines.
  if (existsSync(own) && statSync(own).size > 100_000) return own;
  const system = process.platform === "win32" ? "windows" : process.platform;
  const processor = process.arch === "arm64" ? "aarch64" : process.arch;
  const program = system === "windows" ? "bun.exe" : "bun";
  const { resolve } = createRequire(join(folder, "package.json"));
  for (const library of ["", "-musl"]) {
    try {
      return resolve(`@oven/bun-${system}-${processor}${library}/bin/${program}`);
    } catch {
      // The package is for another machine, or was left out.
    }
  }
  return null;
}
