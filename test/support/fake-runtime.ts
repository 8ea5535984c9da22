import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { SharedApp } from "../../src/bundler/index.ts";
import type { PublishedRuntime } from "../../src/bundler/runtime/published-runtimes.ts";
import { runtimeKey } from "../../src/bundler/runtime/runtime-conf.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { tar } from "../../src/bundler/write/tar.ts";

/** The lines of a runtime.conf, by their keys. */
export type ConfLines = Readonly<Record<string, string | readonly string[]>>;

/** What stands for a runtime, as a server has it and as the store has it. */
export interface FakeRuntime {
  readonly bytes: Buffer;
  readonly archive: Buffer;
  readonly version: string;
  readonly published: PublishedRuntime;
  /** The name of its folder in a store. */
  readonly key: string;
  /** What a runtime.conf says of it, but for where it can be got. */
  readonly lines: ConfLines;
}

/** A runtime of these bytes, which is this member of its archive. */
export function runtimeOf(bytes: Buffer, member: string, version = "1.0.0"): FakeRuntime {
  const archive = archiveOf([
    { kind: "file", path: "package/package.json", mode: 0o644, bytes: Buffer.from("{}\n") },
    { kind: "file", path: member, mode: 0o755, bytes },
  ]);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const sha512 = createHash("sha512").update(archive).digest("hex");
  const published = {
    name: "@example/runtime",
    archive: { sha512, size: archive.length },
    member,
    executable: { sha256, size: bytes.length },
  };
  const key = runtimeKey(version, published);
  const executable = executableLines({ published });
  const lines = { format: "1", version, key, ...archiveLines(archive), member, ...executable };
  return { bytes, archive, version, published, key, lines };
}

export function archiveOf(entries: readonly Entry[]): Buffer {
  return gzipSync(tar(entries, { time: 0, prefix: "" }), { level: 1 });
}

/** What a runtime.conf says of an archive. */
export function archiveLines(archive: Buffer) {
  return {
    "archive-sha512": createHash("sha512").update(archive).digest("hex"),
    "archive-size": String(archive.length),
  };
}

/** What a runtime.conf says of the file that is run. */
export function executableLines({ published: { executable } }: Pick<FakeRuntime, "published">) {
  return { "executable-sha256": executable.sha256, "executable-size": String(executable.size) };
}

export function confText(lines: ConfLines): string {
  return Object.entries(lines)
    .flatMap(([key, value]) => [value].flat().map((one) => `${key}=${one}\n`))
    .join("");
}

/** The runtime.conf of an app with this name; or what a test wants in its place. */
export function confOf(name: string, lines: ConfLines | string | Buffer): string | Buffer {
  return typeof lines === "string" || Buffer.isBuffer(lines) ? lines : confText({ name, ...lines });
}

/** An app of this folder that was made for a runtime. */
export function sharedAppOf(
  folder: string,
  { version, published }: FakeRuntime,
  addresses: readonly string[],
): SharedApp {
  return { folder, version, runtime: published, executable: null, addresses };
}
