// The start program of shared apps on Linux, without a window. What it shows is in test/display/shared-runtime.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { architectures } from "../../src/contract/target.ts";
import { missingForStubs } from "../../stub/build.ts";
import { buildStarter } from "../../stub/starter-linux.ts";
import { stubFolder } from "../../stub/toolchain.ts";
import { DeadDisk, missingForDeadDisk } from "../../harness/dead-disk.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { fakeRuntime, StarterApp } from "../support/starter-app.ts";
import { committedPrograms } from "./committed-programs.ts";
import { missingTool, run } from "./project.ts";
import { tellStarter } from "./unix-starter.ts";

const small = fakeRuntime();

const loaded = { code: 0, out: "", err: "" };

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  // WebKitGTK brings one of both; a library of the first name that is none leaves the other.
  let broken: ReturnType<typeof tempDir>;
  beforeAll(() => {
    broken = tempDir({ "libsoup-3.0.so.0": "not a library" });
  });
  afterAll(() => broken[Symbol.dispose]());

  tellStarter({
    app: (lines, home) => new StarterApp(lines, home),
    clients: { "libsoup 3": () => ({}), "libsoup 2.4": () => ({ LD_LIBRARY_PATH: broken.path }) },
    place: ({ program }) => program,
    ranFrom: ({ store }, { key }) => join(store, key, "bun"),
  });

  test("the user's proxy is asked", async () => {
    await using proxy = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: "http://127.0.0.1:9/bun.tgz" });
    const { origin } = new URL(proxy.address);
    expect(await app.load({ http_proxy: origin, no_proxy: "" })).toEqual(loaded);
    expect(proxy.asked).toEqual([null]);
  });

  test("a folder that cannot be made is told with the reason of the first above it that cannot", async () => {
    using app = new StarterApp({ ...small.lines, address: "http://127.0.0.1:9/bun.tgz" });
    // Nobody makes folders there, root neither.
    const { code, err } = await app.load({ XDG_DATA_HOME: "/sys/framework/of/data" });
    expect([code, err]).toEqual([1, expect.stringContaining('Cannot use "/sys/framework/of/data": ')]);
    expect(err).not.toContain("No such file");
  });

  const noDisk = missingForDeadDisk();
  test.skipIf(noDisk !== null)(
    `a disk that does not answer holds up no other app (${noDisk ?? "FUSE"})`,
    async () => {
      const runtimes = ["1.0.0", "2.0.0", "3.0.0"].map((version) => fakeRuntime(undefined, 0, version));
      using disk = new DeadDisk();
      using home = tempDir();
      for (const [index, runtime] of runtimes.entries()) {
        await using server = await RuntimeServer.of(runtime.archive);
        using app = new StarterApp({ ...runtime.lines, address: server.address }, home.path);
        // Each looks whether the apps of the others are still there.
        expect(await app.load()).toEqual(loaded);
        writeFileSync(join(app.store, runtime.key, `apps/000000000000000${index}`), join(disk.path, "app"));
        const kept = readdirSync(app.store).filter((name) => name !== "lock");
        expect(kept.toSorted()).toEqual(
          runtimes
            .slice(0, index + 1)
            .map(({ key }) => key)
            .toSorted(),
        );
      }
    },
  );
});

// The programs ---------------------------------------------------------------------------------------------

committedPrograms("starters for Linux", {
  kinds: architectures,
  folder: stubFolder,
  build: buildStarter,
  missing: missingForStubs(),
});

const skipObjdump = missingTool("objdump");
test.skipIf(skipObjdump !== null)(
  `the starters need glibc 2.28 and nothing else (${skipObjdump ?? "objdump found"})`,
  () => {
    for (const architecture of architectures) {
      const listed = run(["objdump", "-p", "-T", join(stubFolder, `starter-${architecture}`)]);
      const versions = [...listed.matchAll(/GLIBC_2\.(\d+)/g)].map((match) => Number(match[1]));
      expect(Math.max(...versions)).toBe(28);
      const libraries = [...listed.matchAll(/NEEDED +(\S+)/g)].map((match) => match[1] ?? "");
      expect(libraries.filter((name) => !/^(libc|libdl|ld-linux-\w+)\.so/.test(name))).toEqual([]);
    }
  },
);

const skipArm = missingTool("qemu-aarch64");
const armLibraries = "/usr/aarch64-linux-gnu";
test.skipIf(skipArm !== null || !existsSync(armLibraries))(
  `the starter for arm64 runs the runtime (${skipArm ?? armLibraries})`,
  async () => {
    await using server = await RuntimeServer.of(small.archive);
    using app = new StarterApp({ ...small.lines, address: server.address });
    await app.load();
    writeFileSync(app.program, readFileSync(join(stubFolder, "starter-arm64")));
    const { stdout } = Bun.spawnSync(["qemu-aarch64", "-L", armLibraries, app.program, "one"], {
      env: app.env,
    });
    expect(stdout.toString()).toContain(`${app.script} one\n`);
  },
);
