import { gzipSync } from "node:zlib";
import { archiveOf, type FakeRuntime } from "./fake-runtime.ts";

/** Every way that the archive of a runtime can be wrong; and what the starters of all systems say of it. */
export function brokenArchives({
  archive,
  bytes,
  published: { member: path },
}: FakeRuntime): Readonly<Record<string, [archive: Buffer, wanted: string]>> {
  const runtime = { kind: "file", path, mode: 0o755, bytes } as const;
  const before = (length: number) =>
    ({ kind: "file", path: "package/a", mode: 0o644, bytes: Buffer.alloc(length) }) as const;
  return {
    "is cut off": [archive.subarray(0, archive.length - 100), "the archive must be whole"],
    "is no archive": [Buffer.alloc(archive.length, "x"), "the archive must be whole"],
    "is packed noise": [gzipSync(Buffer.alloc(100_000, "x")), "the archive must be a tar archive"],
    "is empty": [gzipSync(Buffer.alloc(0)), "the archive must hold the runtime"],
    "is endless zeros": [gzipSync(Buffer.alloc(400 << 20)), "the archive must hold the runtime"],
    "ends before the runtime": [archiveOf([before(1000)]), "the archive must hold the runtime"],
    "begins with a very long member": [
      archiveOf([before(17 << 20), runtime]),
      "the archive must hold less before the runtime",
    ],
    "has a link in the runtime's place": [
      archiveOf([{ kind: "link", path, to: "/bin/true" }]),
      "the runtime must be a file",
    ],
    "has a longer file in the runtime's place": [
      archiveOf([{ ...runtime, bytes: Buffer.concat([bytes, Buffer.from("x")]) }]),
      "the runtime must have the size that the app was made for",
    ],
    "has other bytes in the runtime's place": [
      archiveOf([{ ...runtime, bytes: Buffer.alloc(bytes.length, "x") }]),
      "the runtime must be the one that the app was made for",
    ],
  };
}
