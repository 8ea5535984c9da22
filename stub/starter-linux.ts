import { readdirSync } from "node:fs";
import { join } from "node:path";
import { architectureNames, type Architecture } from "../src/contract/target.ts";
import { compileOptions, compilers, onlyHeaders, run, sourcesIn, sysroots } from "./toolchain.ts";

/** Builds the starter of shared apps of one architecture as `<outDir>/starter-<architecture>`. */
export function buildStarter(architecture: Architecture, outDir: string): string {
  const multiarch = `${architectureNames[architecture].gnu}-linux-gnu`;
  const root = join(sysroots, architecture);
  const path = join(outDir, `starter-${architecture}`);
  const headers = join(root, "usr/include");
  const libraries = join(root, "lib", multiarch);
  run(compilers[architecture].name, [
    ...compileOptions,
    "-Os",
    "-D_FORTIFY_SOURCE=2",
    "-fstack-protector-strong",
    "-fdata-sections",
    "-fPIE",
    ...onlyHeaders(architecture, [join(headers, multiarch), headers]),
    "-pie",
    "-nostdlib",
    "-s",
    "-Wl,--gc-sections,--build-id=none,-z,noexecstack,-z,relro,-z,now,--hash-style=gnu,--no-as-needed",
    "-o",
    path,
    ...sourcesIn("starter"),
    ...sourcesIn("starter-unix"),
    ...sourcesIn("starter-linux"),
    join(libraries, "libc.so.6"),
    // Before glibc 2.34 dlopen was in there.
    join(libraries, "libdl.so.2"),
    // arm64's keeps there what guards stacks.
    "-Wl,--as-needed",
    ...readdirSync(libraries)
      .filter((file) => file.startsWith("ld-linux"))
      .map((file) => join(libraries, file)),
    "-lgcc",
  ]);
  return path;
}
