import { expect, test } from "bun:test";
import { comInterface, comObject } from "../../../src/native/windows/com/client.ts";
import { guid, guidIn } from "../../../src/native/windows/com/guid.ts";
import { HResultError } from "../../../src/native/windows/com/hresult.ts";
import {
  lend,
  serve,
  servedInterface,
  servedObjects,
} from "../../../src/native/windows/com/server.ts";

// Both sides of COM are C functions found by tables, so they can meet in one process on any system.

const adder = "2fde08a8-1e9a-4766-8c05-95a9ceb9d1c5";
const negator = "ff85c98a-1ba7-4a6b-90c8-2b752c89e9e2";
const Adder = comInterface("Adder", adder, { Add: "3:ii>i", Fail: "4:>i" });
const Negator = comInterface("Negator", negator, { Negate: "3:l>l" });
const ServedAdder = servedInterface(adder, { Add: "ii>i", Fail: ">i" });
const ServedNegator = servedInterface(negator, { Negate: "l>l" });

function calculator(released?: () => void): number {
  return serve(
    [ServedAdder, ServedNegator],
    { Add: (a, b) => a + b, Fail: () => 0x80004005 | 0, Negate: (value) => -value },
    released,
  );
}

test("an object is called through each of its interfaces", () => {
  const before = servedObjects();
  let isReleased = false;
  lend(
    calculator(() => (isReleased = true)),
    (address) => {
      using added = comObject(address, Adder).again(Adder);
      using negated = added.query(Negator);
      expect([added.Add(2, 3), negated?.Negate(7)]).toEqual([5, -7]);
      expect(isReleased).toBeFalse();
    },
  );
  expect({ isReleased, more: servedObjects() - before }).toEqual({ isReleased: true, more: 0 });
});

test("an object without an interface says so", () => {
  lend(calculator(), (address) => {
    const unknown = comInterface("Unknown", "11111111-2222-3333-4444-555555555555", {});
    expect(comObject(address, Adder).query(unknown)).toBeNull();
  });
});

test("a call that fails says which and why", () => {
  lend(calculator(), (address) => {
    const fail = (): number => comObject(address, Adder).Fail();
    expect(fail).toThrow(HResultError);
    expect(fail).toThrow("Cannot run Adder.Fail: failed (0x80004005)");
  });
});

test("an object that the app passes and a caller references lives until its release", () => {
  let isReleased = false;
  const taken = lend(
    calculator(() => (isReleased = true)),
    (address) => comObject(address, Adder).again(Adder),
  );
  expect(isReleased).toBeFalse();
  expect(taken.Add(1, 1)).toBe(2);
  taken[Symbol.dispose]();
  taken[Symbol.dispose]();
  expect(isReleased).toBeTrue();
});

test("a GUID is the same after it was written", () => {
  const text = "b96d755e-0319-4e92-a296-23436f46a1fc";
  expect(guidIn(guid(text))).toBe(text);
  expect(Buffer.from(guid(text)).toString("hex")).toBe("5e756db91903924ea29623436f46a1fc");
});
