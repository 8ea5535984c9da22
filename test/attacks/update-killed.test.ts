// Events that end an app while it updates itself: at each system call that changes a file it is
// killed, as by a power cut or an impatient user, and started again. At every moment there is one
// whole version in its place, and the next try brings the new one. Another test fills the disk.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { tempDir } from "../../harness/temp-dir.ts";
import { bundle, archive, file, MacSite } from "../support/macos/mac-site.ts";
import { noise } from "../support/noise.ts";
import { image, UpdateSite } from "../support/update-site.ts";
import type { KilledApp } from "./killed-program.ts";

const missing = ["strace", "prlimit"].filter((name) => Bun.which(name) === null);
const skip = missing.length > 0 ? `${missing.join(" and ")} missing` : null;
if (skip !== null) console.warn(`skipped: ${skip}`);

// It is started some hundred times, for which it takes half as long in one file.
const folder = tempDir();
const program = join(folder.path, "killed-program.js");
beforeAll(async () => {
  const entrypoints = [join(import.meta.dir, "killed-program.ts")];
  await Bun.build({ entrypoints, target: "bun", outdir: folder.path });
});
afterAll(() => folder[Symbol.dispose]());

/** The updater's system calls that change a disk. */
const calls = [
  "rename",
  "renameat2",
  "link",
  "unlink",
  "unlinkat",
  "rmdir",
  "mkdir",
  "symlink",
  "chmod",
  "fchmod",
  "fsync",
  "ftruncate",
  "pwrite64",
] as const;

const common = noise(400_000, 3);

interface Machine {
  readonly site: UpdateSite;
  /** The whole installation, for comparison. */
  readonly whole: () => string;
}

/** Machines with 1.0.0 installed, whose server offers 1.1.0, whole and in parts. */
const machines: Readonly<Record<string, () => Promise<Machine>>> = {
  "an AppImage": async () => {
    const content = (version: string) =>
      Buffer.concat([image(""), common, Buffer.from(`version ${version}`)]);
    const site = new UpdateSite(content("1.0.0"), { isHere: false });
    await site.offerChunks({ payload: content("1.1.0") });
    return { site, whole: () => Bun.hash(readFileSync(site.file)).toString() };
  },
  "an app bundle": async () => {
    const entries = (version: string) => [
      ...bundle(`version ${version}`),
      file("Memory.app/Contents/large", common),
    ];
    const site = new MacSite(entries("1.0.0"), { isHere: false });
    await site.offerChunks({ payload: gunzipSync(archive(...entries("1.1.0"))) }, "deflate");
    return { site, whole: () => Bun.hash(JSON.stringify(site.entries)).toString() };
  },
};

/** Runs the program; the result is how it ended. */
async function run(
  { site }: Machine,
  what: "update" | "start",
  version: string,
  inject: readonly string[] = [],
): Promise<{ readonly code: number; readonly output: string }> {
  const app: KilledApp = {
    system: site.system,
    executable: site.executable,
    version,
    pubkey: site.keys.publicKey,
    server: site.url,
  };
  const command = [process.execPath, program, what, JSON.stringify(app)];
  const env = { ...process.env, ...site.variables };
  const child = Bun.spawn([...inject, ...command], { env, stdout: "ignore", stderr: "pipe" });
  const output = await new Response(child.stderr).text();
  return { code: await child.exited, output };
}

const killAt = (call: string, when: number): string[] =>
  `strace -f -qq -o /dev/null -e signal=none -e trace=${call} -e inject=${call}:signal=KILL:when=${when}`.split(
    " ",
  );

/** The text by which a version is known. */
const versionIn = ({ site }: Machine): string =>
  /version ([\d.]+)/.exec(site.installed)?.[1] ?? "none";

/** The sums of the installation, by version. */
type Sums = ReadonlyMap<string, string>;

/** Kills an update at each time it makes a call; the result is how often that was. */
async function killAtEach(
  machine: () => Promise<Machine>,
  call: string,
  sums: Sums,
): Promise<number> {
  for (let when = 1; ; when++) {
    const whole = await machine();
    using _site = whole.site;
    const { code } = await run(whole, "update", "1.0.0", killAt(call, when));
    const version = versionIn(whole);
    expect({ call, when, version, sum: whole.whole() }).toEqual({
      call,
      when,
      version,
      sum: sums.get(version) ?? "none",
    });
    if (code === 0) return when - 1;
    // The present version starts, twice, since the first start could have been one that restores
    // the old version.
    for (const _ of [1, 2]) expect((await run(whole, "start", versionIn(whole))).code).toBe(0);
    expect(whole.whole()).toBe(sums.get(versionIn(whole)) ?? "none");
    if (versionIn(whole) === "1.1.0") continue;
    expect(await run(whole, "update", "1.0.0")).toMatchObject({ code: 0 });
    expect(whole.whole()).toBe(sums.get("1.1.0") ?? "none");
  }
}

describe.skipIf(skip !== null)(`killed while it updates itself (${skip ?? "by strace"})`, () => {
  for (const [what, machine] of Object.entries(machines)) {
    test(`${what} is one whole version after every call, and can be updated`, async () => {
      const sums = new Map<string, string>();
      {
        const whole = await machine();
        using _site = whole.site;
        sums.set("1.0.0", whole.whole());
        expect(await run(whole, "update", "1.0.0")).toEqual({ code: 0, output: "" });
        sums.set("1.1.0", whole.whole());
      }
      const killed: string[] = [];
      const waiting = calls.values();
      const lanes = [1, 2, 3].map(async () => {
        for (const call of waiting)
          killed.push(...Array<string>(await killAtEach(machine, call, sums)).fill(call));
      });
      await Promise.all(lanes);
      expect(killed.length).toBeGreaterThan(8);
      expect(killed).toContain(what === "an AppImage" ? "link" : "renameat2");
    });
  }
});

// A disk that has no room for another version: files may not grow beyond the half of one.
for (const [what, machine] of Object.entries(machines)) {
  test.skipIf(skip !== null)(
    `${what} stays what it is where there is no room, and nothing is left there`,
    async () => {
      const whole = await machine();
      using _site = whole.site;
      const before = [whole.whole(), whole.site.names];
      const limited = ["prlimit", "--fsize=200000", "--"];
      const { code, output } = await run(whole, "update", "1.0.0", limited);
      expect(code).not.toBe(0);
      expect(output).toContain("the file is too large for the disk");
      expect([whole.whole(), whole.site.names]).toEqual(before as never);
      expect(await run(whole, "update", "1.0.0")).toEqual({ code: 0, output: "" });
      expect(versionIn(whole)).toBe("1.1.0");
      expect(readdirSync(whole.site.folder).filter((name) => name.endsWith(".download"))).toEqual(
        [],
      );
    },
  );
}
