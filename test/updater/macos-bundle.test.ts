// Replacement of an app bundle, and its presence after every failure: real folders, in an app that
// is configured for macOS.

import { gunzipSync } from "node:zlib";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, spyOn, test } from "bun:test";
import { thisHost } from "../../src/app/process/host.ts";
import type { Launch } from "../../src/app/process/launch.ts";
import { unpackSteps } from "../../src/app/updater/install/bundle-archive.ts";
import { bundleSteps, installedBundle } from "../../src/app/updater/install/macos.ts";
import type { OwnInstallation } from "../../src/app/updater/install/installation.ts";
import { exchange } from "../support/exchange.ts";
import { macHost } from "../support/macos/mac-host.ts";
import { tar } from "../../src/bundler/write/tar.ts";
import { archive, bundle, file, link, MacSite, program } from "../support/macos/mac-site.ts";
import { thisMachine } from "../support/this-machine.ts";
import { expectRefused, replaceInstalled } from "./replacing.ts";

const { architecture } = thisMachine;

const launchOf = ({ executable }: { readonly executable: string }): Launch => ({
  mode: "release",
  system: "macos",
  architecture,
  frameworkVersion: "1.2.3",
  executable,
  arguments: [],
});

function installedAt(site: { readonly executable: string }, host = macHost()): OwnInstallation {
  return installedBundle({ launch: launchOf(site), host });
}

/**
 * Prepares what was downloaded, and puts it into its place; the result is where the old version is
 * kept.
 */
async function replace(
  site: MacSite,
  bytes: Uint8Array,
  { size = 1_000_000, host = macHost() } = {},
): Promise<string> {
  return await replaceInstalled(installedAt(site, host), bytes, size);
}

test("a bundle takes the place of the old one with all that is in it: rights, links, and nothing that was there", async () => {
  using site = new MacSite();
  const backup = await replace(site, archive(...bundle("new")));
  const contents = join(site.bundle, "Contents");
  expect(site.installed).toBe("new");
  expect(readdirSync(join(contents, "Resources"))).toEqual(["new.txt"]);
  expect(readlinkSync(join(contents, "Frameworks/F.framework/F"))).toBe("Versions/Current/F");
  const mode = (path: string) => lstatSync(path).mode & 0o7777;
  expect([mode(site.bundle), mode(site.executable), mode(join(contents, "Info.plist"))]).toEqual([
    0o755, 0o755, 0o644,
  ]);
  expect(readdirSync(join(backup, "Contents/Resources"))).toEqual(["version 1.0.0.txt"]);
});

test("the kept version is restored completely, and the failed version is gone", async () => {
  using site = new MacSite();
  const before = site.entries;
  const backup = await replace(site, archive(...bundle("new")));
  await installedAt(site).restore(backup);
  expect(site.entries).toEqual(before);
  expect(site.names).toEqual(["Memory.app"]);
});

test("the kept version is removed when it is not needed", async () => {
  using site = new MacSite();
  await installedAt(site).forget(await replace(site, archive(...bundle("new"))));
  expect([site.installed, site.names]).toEqual(["new", ["Memory.app"]]);
});

test("an archive may be packed by gzip or not, and its folder may have another name", async () => {
  using site = new MacSite();
  await replace(site, gunzipSync(archive(...bundle("new", "Other.app"))));
  expect(site.installed).toBe("new");
});

const plist = file("A.app/Contents/Info.plist", "");
const main = file("A.app/Contents/MacOS/memory", program("new"), 0o755);
const other = architecture === "arm64" ? "x64" : "arm64";
for (const [what, bytes, reason] of [
  ["nothing", new Uint8Array(), "it is empty"],
  ["a text", Buffer.from("<html>".repeat(200)), "it cannot be unpacked"],
  ["an empty archive", archive(), "it holds no app"],
  ["an archive of a file", archive(file("A.app", "")), "is a file, and must be"],
  ["an archive of something else", archive(file("A/x", "")), "it holds no app"],
  [
    "two apps",
    archive(plist, main, file("B.app/x", "")),
    'it holds "A.app" and "B.app", and must hold one app',
  ],
  ["an app without a description", archive(main), 'it lacks "Contents/Info.plist"'],
  [
    "an app of another program",
    archive(plist, file("A.app/Contents/MacOS/x", program(""))),
    'it lacks "Contents/MacOS/memory"',
  ],
  [
    "an app that is a text",
    archive(plist, file("A.app/Contents/MacOS/memory", "#!/bin/sh")),
    "is no program for macOS",
  ],
  [
    "an app for another processor",
    archive(plist, file("A.app/Contents/MacOS/memory", program("", other))),
    "it is for another processor",
  ],
  ["an archive that was cut", archive(...bundle("new")).subarray(0, -40), "it cannot be unpacked"],
] as const) {
  test(`${what} takes no place`, async () => {
    using site = new MacSite();
    await expectRefused(() => replace(site, bytes), reason);
    expect([site.installed, site.names]).toEqual(["version 1.0.0", ["Memory.app"]]);
  });
}

test("an app for both processors is taken", async () => {
  using site = new MacSite();
  const both = Buffer.alloc(64);
  both.writeUInt32BE(0xcafebabe, 0);
  both.writeUInt32BE(2, 4);
  both.writeUInt32BE(0x01000007, 8);
  both.writeUInt32BE(0x0100000c, 28);
  await replace(site, archive(plist, file("A.app/Contents/MacOS/memory", both, 0o755)));
  expect(site.names).toContain("Memory.app");
});

// Fail the 1st step, then the 2nd, … until one run gets through. Each time the old version must be
// there, whole.
for (const [disk, host] of [
  ["that can exchange two places", macHost()],
  ["that cannot", thisHost("macos")],
] as const) {
  test(`a replacement that fails at any step leaves the old version, on a disk ${disk}`, async () => {
    const failed = new Set<string>();
    for (let at = 1, isThrough = false; !isThrough; at++) {
      using site = new MacSite();
      const before = site.entries;
      let count = 0;
      using stack = new DisposableStack();
      for (const steps of [unpackSteps, bundleSteps]) {
        // Whether it may be replaced is asked before.
        const names = Object.keys(steps).filter(
          (name) => name !== "access",
        ) as (keyof typeof steps)[];
        for (const name of names) {
          const step = steps[name] as (...args: unknown[]) => unknown;
          stack.use(spyOn(steps, name)).mockImplementation(((...args: unknown[]) => {
            if (++count !== at) return step(...args);
            failed.add(name);
            throw Object.assign(new Error("no space"), { code: "ENOSPC" });
          }) as never);
        }
      }
      const result = await replace(site, archive(...bundle("new")), { host }).catch(
        (error: unknown) => error,
      );
      isThrough = typeof result === "string";
      if (isThrough) continue;
      expect(result).toMatchObject({
        code: "io",
        message: expect.stringContaining("no space is left on the disk"),
      });
      expect([site.entries, site.names]).toEqual([before, ["Memory.app"]]);
    }
    const steps = ["makeFolder", "create", "write", "sync", "link", "syncName", "rename"];
    expect([...failed].sort()).toEqual(
      [...steps, ...(host.exchange === null ? [] : ["exchange"])].sort(),
    );
  });
}

test("unfinished files of an earlier process are removed", async () => {
  using site = new MacSite();
  mkdirSync(join(site.apps, ".Memory.app.999999999.new/Contents"), { recursive: true });
  mkdirSync(join(site.apps, ".Other.app.999999999.new"));
  const backup = await replace(site, archive(...bundle("new")));
  expect(site.names).toEqual(
    [".Other.app.999999999.new", backup.split("/").at(-1) ?? "", "Memory.app"].sort(),
  );
});

const refusal = (executable: string): string => {
  try {
    installedAt({ executable });
    return "";
  } catch (error) {
    expect(error).toMatchObject({ code: "unavailable" });
    return error instanceof Error ? error.message : "";
  }
};

test("the message tells the user what to do when an app cannot be replaced", () => {
  const copy = "/private/var/folders/x/AppTranslocation/1234/d/Memory.app/Contents/MacOS/memory";
  expect(refusal(copy)).toBe(
    'Cannot install an update: macOS runs "Memory.app" from a copy; move "Memory.app" to the Applications folder, and start it there',
  );
  expect(refusal("/usr/local/bin/memory")).toContain("lies in no app bundle");
  expect(refusal("/proc/Memory.app/Contents/MacOS/memory")).toContain("there is no such file");
});

for (const [code, reason] of [
  ["EACCES", "belongs to an administrator; have one install the new version"],
  ["EPERM", "belongs to an administrator; have one install the new version"],
  ["EROFS", 'is on a disk that is read only; move "Memory.app" to the Applications folder'],
] as const) {
  test(`on ${code} from the system, the message says that the app ${reason.split(";")[0]}`, () => {
    using site = new MacSite();
    using _access = spyOn(bundleSteps, "access").mockImplementation(() => {
      throw Object.assign(new Error(code), { code });
    });
    expect(refusal(site.executable)).toContain(`"${site.bundle}" ${reason}`);
  });
}

test("a link that leads to the app is followed, so it stays a link", async () => {
  using site = new MacSite();
  const shortcut = join(site.folder, "Shortcut.app");
  symlinkSync(site.bundle, shortcut);
  const { place } = installedAt({ executable: join(shortcut, "Contents/MacOS/memory") });
  expect(place).toBe(site.bundle);
});

// Attacks
// -------------------------------------------------------------------------------------------------

for (const [what, entries] of [
  [
    "a link to a folder of the user's, and a file in it",
    [link("A.app/x", "../../outside"), file("A.app/x/y", "evil")],
  ],
  ["a link out of the app", [link("A.app/x", "../outside")]],
  ["a link to a whole path", [link("A.app/x", "/etc/passwd")]],
  [
    "a link that leads out through another one",
    [link("A.app/a/b/c", "../.."), link("A.app/y", "a/b/c/../outside")],
  ],
  [
    "a link behind another one",
    [link("A.app/x", "../../outside"), link("A.app/x/y", "/etc/passwd"), link("A.app/x/n/y", "z")],
  ],
  ["a link to nothing", [link("A.app/x", "nothing")]],
  ["a circle of links", [link("A.app/x", "y"), link("A.app/y", "x")]],
  ["the same file twice", [main]],
  ["a file where a link is", [link("A.app/Contents/Info.plist", "MacOS/memory")]],
  ["a name that leads out", [file("A.app/../outside/y", "evil")]],
  ["a whole path", [file("/A.app/y", "evil")]],
] as const) {
  test(`${what} in an archive takes no place, and writes nothing elsewhere`, async () => {
    using site = new MacSite();
    mkdirSync(join(site.folder, "outside"));
    mkdirSync(join(site.apps, "outside"));
    const bytes = archive(plist, main, ...entries);
    await expect(replace(site, bytes)).rejects.toMatchObject({ code: "bad-update" });
    expect([site.installed, site.names]).toEqual(["version 1.0.0", ["Memory.app", "outside"]]);
    expect([
      ...readdirSync(join(site.folder, "outside")),
      ...readdirSync(join(site.apps, "outside")),
    ]).toEqual([]);
  });
}

test("an archive that grows beyond the limit is given up", async () => {
  using site = new MacSite();
  const bomb = archive(plist, main, file("A.app/x", "0".repeat(5_000_000)));
  expect(bomb.length).toBeLessThan(50_000);
  await expect(replace(site, bomb)).rejects.toThrow("it must be smaller than 1000000 bytes");
  expect(site.names).toEqual(["Memory.app"]);
});

test("an archive of more files than any app has is given up", async () => {
  using site = new MacSite();
  const head = tar([{ kind: "folder", path: "A.app" }], { time: 0, prefix: "" }).subarray(0, 512);
  const many = Buffer.concat([...Array<Uint8Array>(100_001).fill(head), Buffer.alloc(1024)]);
  await expect(replace(site, many)).rejects.toThrow("it must hold fewer than 100000 files");
  expect(site.names).toEqual(["Memory.app"]);
});

test("no program in a new version runs as another user, and only the owner may change it", async () => {
  using site = new MacSite();
  const strange = { ...main, mode: 0o6777 } as typeof main;
  await replace(site, archive(plist, strange));
  expect(lstatSync(site.executable).mode & 0o7777).toBe(0o755);
});

test("a new version that is swapped before it gets its place gets none", async () => {
  using site = new MacSite();
  const step = bundleSteps.exchange;
  using _exchange = spyOn(bundleSteps, "exchange").mockImplementationOnce((call, one, kept) => {
    exchange(kept, join(site.folder, "mount"));
    step(call, one, kept);
  });
  mkdirSync(join(site.folder, "mount"));
  writeFileSync(join(site.folder, "mount/evil"), "");
  await expect(replace(site, archive(...bundle("new")))).rejects.toThrow(
    "something else was put in its place",
  );
  expect(site.installed).toBe("version 1.0.0");
});
