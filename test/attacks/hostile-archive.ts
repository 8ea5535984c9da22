import { archiveOf, type FakeRuntime } from "../support/fake-runtime.ts";
import { secret } from "./attack.ts";

/** Both archives, filled up to one length. */
export function asLong(one: Buffer, other: Buffer): readonly [Buffer, Buffer] {
  const length = Math.max(one.length, other.length) + 64;
  const filledUp = (archive: Buffer): Buffer =>
    Buffer.concat([archive, Buffer.alloc(length - archive.length)]);
  return [filledUp(one), filledUp(other)];
}

/** A runtime's archive with members beside it whose paths lead elsewhere, on every system. */
export function withStowaways({ bytes, published: { member } }: FakeRuntime): Buffer {
  const evil = Buffer.from(secret);
  return archiveOf([
    { kind: "file", path: "../../evil.exe", mode: 0o755, bytes: evil },
    { kind: "file", path: "/tmp/framework-evil.exe", mode: 0o755, bytes: evil },
    { kind: "file", path: "C:\\evil.exe", mode: 0o755, bytes: evil },
    { kind: "link", path: "package", to: "/" },
    { kind: "file", path: member, mode: 0o755, bytes },
    { kind: "file", path: `${member}.new`, mode: 0o755, bytes: evil },
  ]);
}
