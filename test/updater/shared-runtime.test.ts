// Updates of AppImages that share their runtime, or did: what a version runs with is there before it takes another's place.

import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, spyOn, test } from "bun:test";
import { installedAppImage, steps } from "../../src/app/updater/install/linux.ts";
import { getSharedRuntime } from "../../src/app/updater/install/shared-runtime.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { confText, type ConfLines } from "../support/fake-runtime.ts";
import { isRunning } from "../../harness/process-tree.ts";
import { waitFor } from "../../harness/wait.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { imageOf, startableImage } from "../support/startable-image.ts";
import { fakeRuntime, starterPath } from "../support/starter-app.ts";
import { thisMachine } from "../support/this-machine.ts";
import { UpdateSite } from "../support/update-site.ts";
import { replaceInstalled } from "./replacing.ts";

const first = fakeRuntime("#!/bin/sh\necho one\n", 0, "1.0.0");
const second = fakeRuntime("#!/bin/sh\necho two\n", 0, "2.0.0");

/** An AppImage of an app that shares its runtime. */
async function sharedImage(
  lines: ConfLines,
  starter: Uint8Array = readFileSync(starterPath),
): Promise<Buffer> {
  const file = (path: string, bytes: Uint8Array): Entry => ({
    kind: "file",
    path,
    mode: 0o755,
    bytes: Buffer.from(bytes),
  });
  return await imageOf([
    { kind: "link", path: "AppRun", to: "usr/lib/hello/hello" },
    file("usr/lib/hello/hello", starter),
    file("usr/lib/hello/app/runtime.conf", Buffer.from(confText({ name: "Hello", ...lines }))),
  ]);
}

/** An AppImage that knows no options: whatever it is given, it starts the app. */
function withoutOptions(image: Buffer): Buffer {
  const changed = Buffer.from(image);
  changed.write("--another-", changed.indexOf("--appimage-\0"));
  return changed;
}

/** A start program that tells what it was asked for. */
const telling = Buffer.from(
  '#!/bin/sh\necho "$FRAMEWORK_RUNTIME for $FRAMEWORK_RUNTIME_FOR" >> "$STARTED"\n',
);

/** Puts a version into the place of the installed one; gives where that is kept. */
async function update(site: UpdateSite, bytes: Uint8Array): Promise<string> {
  const { executable } = site;
  const launch = { mode: "release", system: "linux", frameworkVersion: "1.2.3", arguments: [] } as const;
  const { architecture } = thisMachine;
  const installed = installedAppImage({ launch: { ...launch, architecture, executable } });
  return await replaceInstalled(installed, bytes, 10_000_000);
}

/** What the installed version, or another file, says when it is started. */
function started(site: UpdateSite, file = site.file): string {
  chmodSync(file, 0o755);
  const { stdout, stderr } = Bun.spawnSync([file], { env: { ...process.env, APPIMAGE: "", APPDIR: "" } });
  return `${stdout.toString()}${stderr.toString()}`;
}

function kept(site: UpdateSite): string[] {
  const store = join(site.folder, "data/framework/runtimes");
  return existsSync(store) ? readdirSync(store).filter((name) => name !== "lock") : [];
}

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  test("a version with another runtime has it when it comes, and the one before still runs when it is put back", async () => {
    const ones = await RuntimeServer.of(first.archive);
    await using twos = await RuntimeServer.of(second.archive);
    using site = new UpdateSite(await startableImage("own"));
    await update(site, await sharedImage({ ...first.lines, address: ones.address }));
    await ones[Symbol.asyncDispose]();
    expect(started(site)).toBe("one\n");
    const backup = await update(site, await sharedImage({ ...second.lines, address: twos.address }));
    expect(started(site)).toBe("two\n");
    expect(started(site, backup)).toBe("one\n");
    expect(kept(site).toSorted()).toEqual([first.key, second.key]);
    expect([ones, twos].map(({ asked }) => asked.length)).toEqual([1, 1]);
    // Nothing but a look at what is in them was done to the new versions.
    expect(site.started).toBe("");
  });

  test("a version whose runtime cannot be got does not come: the one that is there stays", async () => {
    const server = await RuntimeServer.of(first.archive);
    await server[Symbol.asyncDispose]();
    const own = await startableImage("own");
    using site = new UpdateSite(own);
    const image = await sharedImage({ ...first.lines, address: server.address });
    await expect(update(site, image)).rejects.toMatchObject({
      code: "io",
      message: expect.stringContaining(`Cannot load it from ${server.address}: `),
    });
    expect(readFileSync(site.file).equals(own)).toBe(true);
    expect(site.names).toEqual(["Memory.AppImage"]);
    expect(
      kept(site).flatMap((key) => readdirSync(join(site.folder, "data/framework/runtimes", key))),
    ).toEqual(["archive.part"]);
  });

  test("a version with a runtime of its own comes without one, also after one that shared it", async () => {
    await using server = await RuntimeServer.of(first.archive);
    using site = new UpdateSite(await sharedImage({ ...first.lines, address: server.address }));
    await update(site, await startableImage("own"));
    expect(started(site)).toBe("");
    expect(site.started).toBe("own: \n");
    expect(server.asked).toEqual([]);
  });

  test("the runtime is noted for where the new version will be", async () => {
    using site = new UpdateSite(await startableImage("old"));
    await update(site, await sharedImage(first.lines, telling));
    expect(site.started).toBe(`load for ${site.file}\n`);
  });

  for (const [what, make] of [
    ["an AppImage", (evil: Buffer) => sharedImage(first.lines, evil)],
    ["a program", (evil: Buffer) => Promise.resolve(evil)],
  ] as const) {
    test(`${what} that is put in the place of what was verified is not run, and does not come`, async () => {
      using site = new UpdateSite(await startableImage("old"));
      const evil = await make(Buffer.from('#!/bin/sh\necho "evil: $*" >> "$STARTED"\n'));
      const { sync } = steps;
      using _sync = spyOn(steps, "sync").mockImplementation(async (fd) => {
        await sync(fd);
        const made = site.names.find((name) => name.endsWith(".new")) ?? "";
        const other = join(site.folder, "other");
        writeFileSync(other, evil, { mode: 0o755 });
        renameSync(other, join(site.folder, "apps", made));
      });
      await expect(update(site, await sharedImage(first.lines, telling))).rejects.toThrow(
        "something else was put in its place",
      );
      expect(site.started).not.toContain("evil");
      expect(site.names).toEqual(["Memory.AppImage"]);
    });
  }

  test("an AppImage that knows no options is ended after a while, with all that it has started", async () => {
    using site = new UpdateSite();
    const lasting = Buffer.from('#!/bin/sh\nsleep 1000 &\necho $! >> "$STARTED"\nwait\n');
    const image = await imageOf([{ kind: "file", path: "AppRun", mode: 0o755, bytes: lasting }]);
    writeFileSync(site.file, withoutOptions(image));
    const fd = openSync(site.file, "r");
    try {
      await getSharedRuntime(fd, { place: site.file, executable: site.executable }, 3000);
    } finally {
      closeSync(fd);
    }
    const sleeper = Number(site.started);
    expect(sleeper).toBeGreaterThan(0);
    await waitFor("the end of what it has started", () => !isRunning(sleeper));
  });

  test("an AppImage of type 1 is not asked what is in it", async () => {
    using site = new UpdateSite(await startableImage("old"));
    const image = withoutOptions(await startableImage("new"));
    image[10] = 1;
    await update(site, image);
    expect(site.started).toBe("");
    expect(readFileSync(site.file).equals(image)).toBe(true);
  });

  test("an app's own file by the name of runtime.conf makes nothing be run", async () => {
    using site = new UpdateSite(await startableImage("old"));
    const bytes = Buffer.from('#!/bin/sh\necho "new: $*" >> "$STARTED"\n');
    const own = Buffer.from("colour=blue\n");
    await update(
      site,
      await imageOf([
        { kind: "file", path: "AppRun", mode: 0o755, bytes },
        { kind: "file", path: "usr/lib/hello/app/runtime.conf", mode: 0o644, bytes: own },
      ]),
    );
    expect(site.started).toBe("");
  });
});
