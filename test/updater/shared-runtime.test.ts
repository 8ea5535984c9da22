// Updates of AppImages that share their runtime, or did: what a version runs with is there before it takes another's place.

import { chmodSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { installedAppImage } from "../../src/app/updater/install/linux.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { confText, type ConfLines } from "../support/fake-runtime.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { imageOf, startableImage } from "../support/startable-image.ts";
import { fakeRuntime, starterPath } from "../support/starter-app.ts";
import { thisMachine } from "../support/this-machine.ts";
import { UpdateSite } from "../support/update-site.ts";
import { replaceInstalled } from "./replacing.ts";

const first = fakeRuntime("#!/bin/sh\necho one\n", 0, "1.0.0");
const second = fakeRuntime("#!/bin/sh\necho two\n", 0, "2.0.0");

/** An AppImage of an app that shares its runtime. */
async function sharedImage(lines: ConfLines): Promise<Buffer> {
  const file = (path: string, bytes: Buffer): Entry => ({ kind: "file", path, mode: 0o755, bytes });
  return await imageOf([
    { kind: "link", path: "AppRun", to: "usr/lib/hello/hello" },
    file("usr/lib/hello/hello", readFileSync(starterPath)),
    file("usr/lib/hello/app/runtime.conf", Buffer.from(confText({ name: "Hello", ...lines }))),
  ]);
}

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
