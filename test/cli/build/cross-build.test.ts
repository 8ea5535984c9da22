// An app for the other architecture, made on this one. Bun's executable for it is too large to be
// installed for every test run; docs/packages.md says how to get it.

import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { bunTarget, findRuntime } from "../../../src/cli/build/build-target.ts";
import { toolsFolder } from "../../../src/cli/build/tools-folder.ts";
import { architectureNames, targetTriple, type Target } from "../../../src/contract/target.ts";
import { missingTool, png, run } from "../../bundler/project.ts";
import { readRpm } from "../../bundler/rpm-reader.ts";
import { root } from "../../support/app/display-app.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { runTool } from "../tool.ts";
import { patience } from "../../../harness/wait.ts";
import { thisMachine } from "../../support/this-machine.ts";

const other: Target = {
  system: thisMachine.system,
  architecture: thisMachine.architecture === "x64" ? "arm64" : "x64",
};
const names = architectureNames[other.architecture];
/** The machine numbers of ELF files. */
const machine = { x64: 62, arm64: 183 }[other.architecture];

function missingRuntime(): string | null {
  try {
    findRuntime(other, root, toolsFolder(null, thisMachine.system));
    return null;
  } catch {
    return `needs ${bunTarget(other).package}`;
  }
}

const skip = missingRuntime() ?? missingTool("dpkg-deb");
describe.skipIf(skip !== null)(
  `for ${other.architecture} (${skip ?? "its runtime is here"})`,
  () => {
    test("executable and packages say the architecture they are for, and the program starts", async () => {
      using app = tempDir({
        "package.json": '{"name": "small", "type": "module"}',
        "dist/index.html": "<!doctype html><p>Hello",
        "src-framework/icon.png": png(64, 64),
        "src-framework/framework.conf.json": JSON.stringify({
          package: { productName: "Small", version: "1.2.3" },
          build: { distDir: "../dist", devPath: "../dist" },
          framework: {
            bundle: { active: true, identifier: "org.example.small", icon: ["icon.png"] },
            windows: [{}],
          },
        }),
      });
      const target = `linux-${other.architecture}`;
      const { code, out, err } = await runTool(app.path, ["build", "--target", target, "--json"]);
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringContaining(`Compiling for ${target}`),
      });
      const { executable, packages } = JSON.parse(out) as {
        executable: string;
        packages: { path: string }[];
      };
      const release = join(app.path, "src-framework/target", targetTriple(other), "release");
      const [deb = "", rpm = "", appImage = ""] = packages.map(({ path }) => path);
      expect([executable, deb, rpm, appImage]).toEqual([
        join(release, "Small"),
        join(release, `bundle/deb/small_1.2.3_${names.debian}.deb`),
        join(release, `bundle/rpm/small-1.2.3-1.${names.rpm}.rpm`),
        join(release, `bundle/appimage/small_1.2.3_${names.gnu}.AppImage`),
      ]);
      const machineOf = (path: string): number => readFileSync(path).readUInt16LE(18);
      expect([machineOf(executable), machineOf(appImage)]).toEqual([machine, machine]);
      // Bun of that machine could not read the bytecode of this one.
      const compiled = readFileSync(executable, "latin1").slice(
        statSync(findRuntime(other, root, toolsFolder(null, thisMachine.system))).size,
      );
      expect([compiled.includes("// @bun"), compiled.includes("@bytecode")]).toEqual([true, false]);
      expect(run(["dpkg-deb", "--field", deb, "Architecture"])).toBe(`${names.debian}\n`);
      run(["dpkg-deb", "--extract", deb, "root"], { cwd: app.path });
      expect(machineOf(join(app.path, "root/usr/lib/small/small"))).toBe(machine);
      expect(readRpm(readFileSync(rpm)).tags).toContain(`\n1022 ["${names.rpm}"]\n`);

      // Emulated, and with the C library alone: the app's own code runs until it looks for the
      // toolkit.
      const libraries = `/usr/${names.gnu}-linux-gnu`;
      const emulator = Bun.which(`qemu-${names.gnu}-static`);
      if (emulator === null || !existsSync(`${libraries}/lib`)) return;
      const started = Bun.spawnSync([emulator, "-L", libraries, executable], { timeout: patience });
      expect(started.stderr.toString()).toContain('Cannot load "libglib-2.0.so.0"');
    });
  },
);
