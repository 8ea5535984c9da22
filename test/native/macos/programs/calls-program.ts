// Calls each function of a library of `c-callee.ts`, and is called back, with the rules of the
// processor it runs on:
//
//   bun calls-program.ts <library> <pointers before the arguments> <signature> …
//
// Writes the differences from the expectation as JSON.
import { addressOfFunction } from "../../../../src/native/ffi/library.ts";
import { library } from "../../../../src/native/linux/library.ts";
import { Calls } from "../../../../src/native/macos/objc/calls.ts";
import type { Processor } from "../../../../src/native/macos/objc/lowering.ts";
import { lettersOf } from "../../../../src/native/macos/objc/signature.ts";
import { sampleOf, selectorNumber, reportedOf } from "../bindings/c-callee.ts";

const [file = "", count = "", ...signatures] = process.argv.slice(2);
const before = Array.from({ length: Number(count) }, (_, index) => index + 1);

const none = { debian: "", fedora: "", arch: "" };
const functions = library(
  file,
  none,
  Object.fromEntries(
    ["told", ...signatures.flatMap((_, index) => [`take${index}`, `back${index}`])].map((name) => [
      name,
      ">s",
    ]),
  ),
);
const addressOf = (name: string): number => addressOfFunction(functions, name);

const calls = new Calls(process.arch as Processor, {
  named: selectorNumber,
  nameOf: (selector) => `selector${selector - 0x2000}:`,
});
const reported = (): string => (calls.call(addressOf("told"), [], ">s", []) as string).trimEnd();

const wrong: unknown[] = [];
const compare = (what: string, signature: string, found: unknown, wanted: unknown): void => {
  if (!Bun.deepEquals(found, wanted)) wrong.push({ what, signature, found, wanted });
};

signatures.forEach((signature, index) => {
  const { args, result } = lettersOf(signature);
  const samples = args.map(sampleOf);
  const given = calls.call(addressOf(`take${index}`), before, signature, samples);
  compare("result of a call", signature, given, result === "v" ? undefined : sampleOf(result, 9));
  compare("arguments of a call", signature, reported(), args.map(reportedOf).join(" "));

  let taken: unknown;
  const back = calls.callback(before.length, signature, (first, received) => {
    taken = [first, received];
    return result === "v" || result === "s" ? undefined : sampleOf(result, 9);
  });
  calls.call(addressOf(`back${index}`), [back], ">v", []);
  compare("arguments of a callback", signature, taken, [before, samples]);
  if (result !== "s")
    compare(
      "result of a callback",
      signature,
      reported(),
      result === "v" ? "" : reportedOf(result, 9),
    );
});
process.stdout.write(`${JSON.stringify(wrong)}\n`);
