import { expect, test } from "bun:test";
import { entriesIn, entryIn } from "../../../../src/native/macos/files/attributes.ts";

const returned = { all: 0x80000009, withoutType: 0x80000001 };

/**
 * An entry as getattrlistbulk(2) lays one out: its length, the returned attributes, the place of
 * the name, the kind, the name.
 */
function entry(name: string, type: number, bits = returned.all): Buffer {
  const text = Buffer.from(`${name}\0`);
  const hasType = bits === returned.all;
  const fixed = 4 + 20 + 8 + (hasType ? 4 : 0);
  const bytes = Buffer.alloc(Math.ceil((fixed + text.length) / 8) * 8);
  bytes.writeUInt32LE(bytes.length, 0);
  bytes.writeUInt32LE(bits, 4);
  bytes.writeInt32LE(fixed - 24, 24);
  bytes.writeUInt32LE(text.length, 28);
  if (hasType) bytes.writeUInt32LE(type, 32);
  text.copy(bytes, fixed);
  return bytes;
}

test("the names of a folder are read with what each is", () => {
  const answer = Buffer.concat([
    entry("a.txt", 1),
    entry("Bücher", 2),
    entry("link", 5),
    entry("pipe", 7),
    entry("unknown", 0, returned.withoutType),
    Buffer.alloc(100, 0xff),
  ]);
  expect(entriesIn(answer, 5)).toEqual([
    { name: "a.txt", kind: "file" },
    { name: "Bücher", kind: "folder" },
    { name: "link", kind: "link" },
    { name: "pipe", kind: "other" },
    { name: "unknown", kind: "other" },
  ]);
});

test("a name is read with the device and the number of what has it", () => {
  const answer = Buffer.alloc(20);
  answer.writeUInt32LE(20, 0);
  answer.writeInt32LE(16_777_234, 4);
  answer.writeUInt32LE(2, 8);
  answer.writeBigUInt64LE(1_152_921_500_312_571_350n, 12);
  expect(entryIn(answer)).toEqual({
    kind: "folder",
    device: 16_777_234n,
    number: 1_152_921_500_312_571_350n,
  });
});
