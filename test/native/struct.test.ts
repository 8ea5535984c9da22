import { expect, test } from "bun:test";
import { struct } from "../../src/native/ffi/struct.ts";

test("fields stand where C has them", () => {
  const layout = struct({ a: "u8", b: "i32", c: "u16", d: "ptr", e: ["u16", 3], f: "f64" });
  const offsets = [...layout.places].map(([name, { offset }]) => [name, offset]);
  expect(offsets).toEqual([
    ["a", 0],
    ["b", 4],
    ["c", 8],
    ["d", 16],
    ["e", 24],
    ["f", 32],
  ]);
  expect({ size: layout.size, alignment: layout.alignment }).toEqual({ size: 40, alignment: 8 });
});

test("a packed struct has no gaps", () => {
  const layout = struct({ a: "u32", b: "ptr", c: "i32" }, 1);
  expect({ size: layout.size, b: layout.place("b").offset }).toEqual({ size: 16, b: 4 });
});

test("numbers come back as they were set, also below zero", () => {
  const value = struct({ a: "i32", b: "u32", c: "i64", d: "f64", e: "u16" }).make({
    a: -5,
    b: 0xffff_ffff,
    c: -3,
    d: 1.5,
    e: 0xffff,
  });
  const names = ["a", "b", "c", "d", "e"] as const;
  expect(names.map((name) => value.get(name))).toEqual([-5, 0xffff_ffff, -3, 1.5, 0xffff]);
});

test("a struct inside is the same memory", () => {
  const point = struct({ x: "i32", y: "i32" });
  const value = struct({ kind: "u32", at: point }).make({ at: { x: 3, y: 4 } });
  value.inner("at").set("y", 5);
  expect([value.inner("at").get("x"), new DataView(value.bytes.buffer).getInt32(8, true)]).toEqual([
    3, 5,
  ]);
});

test("the target of a pointer stays alive with the struct", () => {
  const value = struct({ text: "ptr" }).make({ text: new Uint8Array([7]) });
  for (let count = 0; count < 5; count++) Bun.gc(true);
  expect(struct({ first: "u8" }).at(value.get("text")).get("first")).toBe(7);
});

test("structs of an array stand one behind the other", () => {
  const pair = struct({ number: "i32", text: "ptr" }, 1);
  const { bytes, values } = pair.array([{ number: 1 }, { number: 2 }]);
  expect([bytes.length, bytes[0], bytes[12], values[1]?.get("number")]).toEqual([24, 1, 2, 2]);
});

test("bytes that do not fit are refused", () => {
  const layout = struct({ text: ["u16", 2] });
  expect(() => layout.make({ text: new Uint8Array(5) })).toThrow(
    'field "text": 5 bytes do not fit into 4',
  );
});
