import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { bundle, openPartStore } from "../../src/bundler/index.ts";
import { noStore } from "../../src/bundler/part-store.ts";
import { withPieces } from "../../src/bundler/linux/payload.ts";
import { codeOf } from "../../src/bundler/linux/elf.ts";
import { joinStreams } from "../../src/bundler/write/xz/stream.ts";
import { xzLevels, xzStreams } from "../../src/bundler/write/xz/xz.ts";
import { missingTool, Project, run } from "./project.ts";
import { xzBlocks } from "./xz-blocks.ts";

// Bun's executable takes a minute. This program has the same parts, and enough code for them to be
// kept.
const program = "/bin/bash";

interface Made {
  readonly path: string;
  readonly bytes: Buffer;
  readonly reported: readonly number[];
}

/** Makes a package as a release is made. */
async function made(project: Project, format: "deb" | "rpm", store?: string): Promise<Made> {
  const reported: number[] = [];
  const [one] = await bundle({
    staged: { ...project.stage(), executable: program },
    formats: [format],
    outDir: project.folder,
    effort: "small",
    ...(store !== undefined && { store: openPartStore(store) }),
    report: (state) => state.state === "making" && reported.push(state.done),
  });
  const path = one?.path ?? "";
  return { path, bytes: readFileSync(path), reported };
}

const gigabyte = 1 << 30;
test.each([
  ["an app of usual size stays in one piece", [4096, 90_000_000], 120_000_000],
  ["a long archive is packed in pieces, also without places to cut at", [], 3 * gigabyte],
  ["a long part behind the last place is packed in pieces", [4096, 90_000_000], 3 * gigabyte],
] as const)("%s", (_, places, end) => {
  const cutAt = withPieces(places, end);
  expect(cutAt.filter((place) => (places as readonly number[]).includes(place))).toEqual([
    ...places,
  ]);
  const lengths = [0, ...cutAt].map((start, index) => (cutAt[index] ?? end) - start);
  expect(Math.min(...lengths)).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThan(gigabyte / 3);
  if (end < gigabyte) expect(cutAt).toEqual([...places]);
});

test("of a long archive each part alone is handed to its thread", async () => {
  // No thread takes as much as the whole. Nothing writes to it, so it takes no memory.
  const archive = Buffer.alloc(2.5 * gigabyte);
  const parts = [archive.subarray(0, 1000), archive.subarray(-1000)].map((bytes) => ({
    bytes,
    way: xzLevels.quick,
  }));
  using folder = tempDir();
  const options = { store: noStore, folder: folder.path, progress: () => {} };
  const streams = await xzStreams(parts, options);
  expect(streams.map((stream) => stream.length < 1000)).toEqual([true, true]);
  expect(archive.length).toBe(2.5 * gigabyte);
});

describe("packages that are made small", () => {
  const noDpkg = missingTool("dpkg-deb");
  test.skipIf(noDpkg !== null)(
    `dpkg-deb unpacks what was put in (${noDpkg ?? "installed"})`,
    async () => {
      using project = new Project();
      const root = join(project.folder, "root");
      const { path } = await made(project, "deb");
      run(["dpkg-deb", "--raw-extract", path, root]);
      expect(
        readFileSync(join(root, "usr/lib/greeter/greeter")).equals(readFileSync(program)),
      ).toBeTrue();
      expect(run(["md5sum", "--check", "--quiet", "DEBIAN/md5sums"], { cwd: root })).toBe("");
    },
  );

  const noRpm = missingTool("rpm2cpio", "cpio");
  test.skipIf(noRpm !== null)(
    `rpm2cpio unpacks what was put in (${noRpm ?? "installed"})`,
    async () => {
      using project = new Project();
      const { path } = await made(project, "rpm");
      run(["sh", "-c", 'rpm2cpio "$0" | cpio -id --quiet', path], { cwd: project.folder });
      const unpacked = readFileSync(join(project.folder, "usr/lib/greeter/greeter"));
      expect(unpacked.equals(readFileSync(program))).toBeTrue();
      expect(run(["rpm", "-qp", "--qf", "%{PAYLOADCOMPRESSOR} %{PAYLOADFLAGS}", path])).toBe(
        "xz 7",
      );
    },
  );

  const noTools = missingTool("ar", "xz");
  test.skipIf(noTools !== null)(
    `machine code is packed as such, in one piece, and nothing else is (${noTools ?? "by xz"})`,
    async () => {
      using project = new Project();
      const { path } = await made(project, "deb");
      const data = join(project.folder, "data.tar.xz");
      writeFileSync(data, Bun.spawnSync(["ar", "p", path, "data.tar.xz"]).stdout);
      expect(xzBlocks(data).map((way) => way.startsWith("--x86 "))).toEqual([
        false,
        false,
        true,
        false,
      ]);
    },
  );

  test("the progress reaches the end", async () => {
    using project = new Project();
    const { reported } = await made(project, "deb");
    expect(reported).toEqual(reported.toSorted((one, other) => one - other));
    expect(reported.at(-1)).toBe(1);
  });

  test("a build that is stopped makes nothing", async () => {
    using project = new Project();
    const stop = new AbortController();
    const making = bundle({
      staged: { ...project.stage(), executable: program },
      formats: ["deb"],
      outDir: project.folder,
      effort: "small",
      signal: stop.signal,
      report: (state) =>
        state.state === "making" && state.done > 0 && stop.abort(new Error("stopped")),
    });
    await expect(making).rejects.toThrow("stopped");
    await making.catch(() => {});
    expect(readdirSync(project.folder)).not.toContain("deb");
  });
});

describe("parts that were packed before", () => {
  test("are taken for another format and another build, which has the same bytes", async () => {
    using project = new Project();
    using place = tempDir();
    const without = await made(project, "deb");
    const first = await made(project, "deb", place.path);
    const kept = readdirSync(place.path);
    const second = await made(project, "deb", place.path);
    await made(project, "rpm", place.path);
    // Its end is compressed with the other files of the archive.
    expect(readdirSync(place.path)).toHaveLength(kept.length + 1);
    expect(kept.length).toBe(3);
    expect([first.bytes.equals(without.bytes), second.bytes.equals(without.bytes)]).toEqual([
      true,
      true,
    ]);
  });

  test("are packed anew when they were damaged", async () => {
    using project = new Project();
    using place = tempDir();
    const first = await made(project, "deb", place.path);
    for (const name of readdirSync(place.path)) {
      const bytes = readFileSync(join(place.path, name));
      bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0);
      writeFileSync(join(place.path, name), bytes);
    }
    expect((await made(project, "deb", place.path)).bytes.equals(first.bytes)).toBeTrue();
  });

  test("are removed when they were not used for a month", async () => {
    using place = tempDir();
    const part = (fill: number): Uint8Array => new Uint8Array(1 << 20).fill(fill);
    /** The result of a build that would compress to `packed`. */
    const got = (way: string, bytes: Uint8Array, packed: Uint8Array): Promise<Uint8Array> =>
      openPartStore(place.path).packed(way, bytes, () => Promise.resolve(packed));
    await got("a way", part(1), part(10));
    const [old = ""] = readdirSync(place.path);
    utimesSync(join(place.path, old), 0, 0);
    await got("a way", part(2), part(20));
    const anew = part(30);
    expect(await got("a way", part(1), anew)).toBe(anew);
    expect(Buffer.compare(await got("a way", part(2), anew), part(20))).toBe(0);
    expect(await got("another way", part(2), anew)).toBe(anew);
  });

  test("are not kept where nothing can be written, and the package is made", async () => {
    using project = new Project();
    using place = tempDir();
    writeFileSync(join(place.path, "file"), "");
    expect(
      existsSync((await made(project, "deb", join(place.path, "file/packed"))).path),
    ).toBeTrue();
  });
});

describe("streams of xz", () => {
  test("the code of a program is found", () => {
    const bytes = readFileSync(program);
    const { start, end } = codeOf(bytes) ?? { start: 0, end: 0 };
    expect([start > 0, end - start > 100_000, end < bytes.length]).toEqual([true, true, true]);
    expect(codeOf(Buffer.from("#!/bin/sh\n"))).toBeNull();
  });

  test("one that is cut short is refused", () => {
    expect(() => joinStreams([])).toThrow("Cannot join streams: there are none");
    expect(() => joinStreams([Buffer.from("\xfd7zXZ\0\0\x01", "latin1")])).toThrow(
      "Cannot read an .xz stream: it must be whole",
    );
  });
});
