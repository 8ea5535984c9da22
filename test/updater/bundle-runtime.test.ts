// Updates of app bundles that share their runtime: what a version runs with is there before it takes another's place. No Linux runs
// programs of macOS, so the start program is that of the stand-in.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { installedBundle } from "../../src/app/updater/install/macos.ts";
import { getBundleRuntime } from "../../src/app/updater/install/shared-runtime.ts";
import { Payload } from "../../src/app/updater/payload.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { confText } from "../support/fake-runtime.ts";
import { placeOf, skipStandIn, StandInStarter } from "../support/mac-starter-app.ts";
import { macHost } from "../support/mac-host.ts";
import { archive, bundle, file, MacSite } from "../support/mac-site.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { fakeRuntime } from "../support/starter-app.ts";
import { thisMachine } from "../support/this-machine.ts";

const runtime = fakeRuntime();
const program = "Contents/MacOS/hello";

describe.skipIf(skipStandIn !== null)(
  `on the stand-in for macOS (${skipStandIn ?? "compiler found"})`,
  () => {
    let made: StandInStarter;
    beforeAll(() => {
      made = new StandInStarter();
    });
    afterAll(() => made[Symbol.dispose]());

    /** Has the runtime got as an app does whose home is that of the new version. */
    async function getFor(place: string, home: string): Promise<void> {
      const before = process.env["HOME"];
      process.env["HOME"] = home;
      try {
        await getBundleRuntime(place, program, { place, executable: process.execPath });
      } finally {
        process.env["HOME"] = before;
      }
    }

    test("the runtime that a new bundle shares is there before it is needed", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      using app = made.app({ ...runtime.lines, address: server.address });
      await getFor(placeOf(app), app.home);
      expect(readFileSync(join(app.store, runtime.key, "bun")).equals(runtime.bytes)).toBe(true);
      await getFor(placeOf(app), app.home);
      expect(server.asked).toEqual([null]);
    });

    test("where it cannot be got, it is said why", async () => {
      using app = made.app({ ...runtime.lines, address: "https://runtimes.invalid/bun.tgz" });
      await expect(getFor(placeOf(app), app.home)).rejects.toMatchObject({
        code: "io",
        message: expect.stringContaining(
          "Cannot get what the new version runs with: Cannot load it from https://runtimes.invalid/bun.tgz: ",
        ),
      });
    });
  },
);

test("an app's own file by the name of runtime.conf makes nothing be run, and one that names a runtime does", async () => {
  using place = tempDir();
  const conf = join(place.path, "Contents/Resources/app/runtime.conf");
  mkdirSync(dirname(conf), { recursive: true });
  mkdirSync(join(place.path, "Contents/MacOS"));
  const ran = join(place.path, "ran");
  writeFileSync(
    join(place.path, program),
    `#!/bin/sh\necho "$FRAMEWORK_RUNTIME for $FRAMEWORK_RUNTIME_FOR" > ${ran}\n`,
    { mode: 0o755 },
  );
  const app = { place: "/Applications/Hello.app", executable: process.execPath };
  writeFileSync(conf, "colour=blue\n");
  await getBundleRuntime(place.path, program, app);
  expect(existsSync(ran)).toBe(false);
  writeFileSync(conf, confText({ name: "Hello", ...runtime.lines }));
  await getBundleRuntime(place.path, program, app);
  expect(readFileSync(ran, "utf8")).toBe("load for /Applications/Hello.app\n");
});

test("a bundle whose runtime cannot be got does not come: the one that is there stays", async () => {
  using site = new MacSite();
  const before = site.entries;
  const conf = file(
    "Memory.app/Contents/Resources/app/runtime.conf",
    confText({ name: "M", ...runtime.lines }),
  );
  const bytes = archive(...bundle("new"), conf);
  const launch = { mode: "release", system: "macos", frameworkVersion: "1.2.3", arguments: [] } as const;
  const { architecture } = thisMachine;
  const installed = installedBundle({
    launch: { ...launch, architecture, executable: site.executable },
    host: macHost(),
  });
  await using payload = await Payload.open(installed.folder);
  await payload.append(bytes);
  const sha512 = createHash("sha512").update(bytes).digest("hex");
  // Its program is none for this machine.
  await expect(installed.prepare({ payload, sha512, size: 1_000_000 })).rejects.toMatchObject({
    code: "io",
    message: expect.stringContaining("Cannot get what the new version runs with: "),
  });
  expect(site.entries).toEqual(before);
  expect(site.names).toEqual(["Memory.app"]);
});
