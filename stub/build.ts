// Builds the programs that packages begin with, and the plugins of script installers, which are
// committed: run it after a change in this folder.
//
//   bun stub/build.ts [--fetch] [--out <folder>]
//
// It needs gcc, gcc-aarch64-linux-gnu, linux-libc-dev, gcc-mingw-w64-i686 and gcc-mingw-w64-x86-64,
// and musl and zstd for both architectures and the sources of xz in build/stub-sysroot; --fetch
// puts them there with apt, from the Debian release that this machine runs.

import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { architectureNames, architectures, type Architecture } from "../src/contract/target.ts";
import { pluginFolder } from "../src/bundler/windows/nsis/plugin.ts";
import { buildPlugin, fetchDecoder, missingForPlugins, pluginKindNames } from "./nsis-plugin.ts";
import {
  aptIn,
  compileOptions,
  compilers,
  onlyHeaders,
  run,
  sourcesIn,
  stubFolder,
  sysroots,
} from "./toolchain.ts";

/** The missing requirements of a build, or `null`. */
export function missingForStubs(): string | null {
  for (const architecture of architectures) {
    const { name, kernelHeaders } = compilers[architecture];
    if (Bun.which(name) === null) return `needs ${name}`;
    if (!kernelHeaders.some((folder) => existsSync(join(folder, "linux/fuse.h"))))
      return "needs linux-libc-dev";
    const headers = join(sysroots, architecture, "usr/include");
    if (!existsSync(join(headers, "zstd.h"))) return `needs ${sysroots}: bun stub/build.ts --fetch`;
  }
  return null;
}

/** Builds the stub of one architecture as `<outDir>/appimage-<architecture>`. */
export function buildStub(architecture: Architecture, outDir: string): string {
  const { gnu } = architectureNames[architecture];
  const root = join(sysroots, architecture, "usr");
  const musl = join(root, "lib", `${gnu}-linux-musl`);
  const path = join(outDir, `appimage-${architecture}`);
  run(compilers[architecture].name, [
    ...compileOptions,
    "-Os",
    "-fdata-sections",
    "-fno-pie",
    ...onlyHeaders(architecture, [join(root, `include/${gnu}-linux-musl`), join(root, "include")]),
    "-static",
    "-no-pie",
    "-nostdlib",
    "-s",
    "-Wl,--gc-sections,--build-id=none,-z,noexecstack",
    "-o",
    path,
    join(musl, "crt1.o"),
    join(musl, "crti.o"),
    ...sourcesIn("appimage"),
    join(root, "lib", `${gnu}-linux-gnu`, "libzstd.a"),
    join(musl, "libc.a"),
    "-lgcc",
    join(musl, "crtn.o"),
  ]);
  // The mark of an AppImage of type 2: "AI" and 2 in the padding of the ELF identification.
  const file = openSync(path, "r+");
  writeSync(file, Buffer.from("AI\x02"), 0, 3, 8);
  closeSync(file);
  return path;
}

/**
 * Downloads musl and zstd for both architectures, without telling dpkg of a foreign architecture.
 */
function fetchSysroots(): void {
  for (const architecture of architectures) {
    const { debian } = architectureNames[architecture];
    mkdirSync(join(sysroots, architecture), { recursive: true });
    const work = mkdtempSync(join(tmpdir(), "stub-sysroot-"));
    const options = aptIn(work, [`APT::Architecture=${debian}`, `APT::Architectures=${debian}`]);
    run("apt-get", [...options, "update", "-qq"]);
    run("apt-get", [...options, "download", "-qq", "musl-dev", "libzstd-dev"], work);
    for (const name of readdirSync(work).filter((file) => file.endsWith(".deb"))) {
      run("dpkg-deb", ["--extract", join(work, name), join(sysroots, architecture)]);
    }
    rmSync(work, { recursive: true });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { fetch: { type: "boolean" }, out: { type: "string" } },
  });
  const { fetch, out } = values;
  if (fetch === true) {
    fetchSysroots();
    fetchDecoder();
  }
  const missing = missingForStubs() ?? missingForPlugins();
  if (missing !== null) throw new Error(`Cannot build the stubs: ${missing}`);
  const folderFor = (committed: string): string => resolve(out ?? committed);
  const [stubs, plugins] = [folderFor(stubFolder), folderFor(pluginFolder)];
  mkdirSync(stubs, { recursive: true });
  for (const architecture of architectures)
    process.stdout.write(`${buildStub(architecture, stubs)}\n`);
  for (const kind of pluginKindNames) process.stdout.write(`${buildPlugin(kind, plugins)}\n`);
}
