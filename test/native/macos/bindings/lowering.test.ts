import { expect, test } from "bun:test";
import { lower, type Processor } from "../../../../src/native/macos/objc/lowering.ts";

// The words of a signature, each by its argument and part; "-" fills up a register, "!" is a double
// by its bits.
function words(processor: Processor, signature: string, before = 2): string {
  return lower(signature, before, processor)
    .words.map(({ type, argument, part, isBits }) =>
      argument === undefined ? `-${type}` : `${argument}.${part}${isBits === true ? "!" : ""}`,
    )
    .join(" ");
}

test("a rect is four doubles on arm64, and on the stack of x86-64 behind every register of integers", () => {
  expect(words("arm64", "RQ>v")).toBe("0.0 0.1 0.2 0.3 1.0");
  expect(words("x64", "RQ>v")).toBe("1.0 -i64_fast -i64_fast -i64_fast 0.0! 0.1! 0.2! 0.3!");
});

test("a block, which is given one pointer first, leaves a register more to fill", () => {
  expect(words("x64", "R>v", 1)).toBe(
    "-i64_fast -i64_fast -i64_fast -i64_fast -i64_fast 0.0! 0.1! 0.2! 0.3!",
  );
});

test("a range that finds one register free is whole on the stack", () => {
  expect(words("x64", "QQQG>v")).toBe("0.0 1.0 2.0 -i64_fast 3.0 3.1");
  expect(words("arm64", "QQQQQG>v")).toBe("0.0 1.0 2.0 3.0 4.0 -i64_fast 5.0 5.1");
});

test("an argument after such a range finds the register on x86-64 alone", () => {
  expect(words("x64", "QQQGQ>v")).toBe("0.0 1.0 2.0 4.0 3.0 3.1");
  expect(words("arm64", "QQQQQGQ>v")).toBe("0.0 1.0 2.0 3.0 4.0 -i64_fast 5.0 5.1 6.0");
});

test("a point that finds one register of doubles free is whole on the stack", () => {
  expect(words("arm64", "RdddP>v")).toBe("0.0 0.1 0.2 0.3 1.0 2.0 3.0 -f64 4.0 4.1");
  expect(words("x64", "dddddddPd>v")).toBe(
    "0.0 1.0 2.0 3.0 4.0 5.0 6.0 8.0 -i64_fast -i64_fast -i64_fast -i64_fast 7.0! 7.1!",
  );
});

test("a result that is a struct has no type, since only its first number could be read", () => {
  expect(lower(">R", 2, "arm64").result).toBeUndefined();
  expect(lower(">d", 2, "arm64").result).toBe("f64");
});

test("two small arguments on arm64's stack are refused, which Apple packs and others do not", () => {
  expect(() => lower("QQQQQQBB>v", 2, "arm64")).toThrow(
    "two small arguments would be on the stack",
  );
  expect(words("arm64", "QQQQQQBQ>v")).toBe("0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0");
});

test("a letter that is no type is refused", () => {
  expect(() => lower("@x>v", 2, "x64")).toThrow('Cannot call by "@x>v": "x" is no type');
  expect(() => lower("@>?", 2, "x64")).toThrow('Cannot call by "@>?": "?" is no type');
  expect(() => lower("v>v", 2, "x64")).toThrow('Cannot call by "v>v": "v" is no type');
});
