// The stand-in for Apple's runtime refuses what Apple's would not forgive. Each case would pass without its check.
import { afterEach, describe, expect, test } from "bun:test";
import { standInClasses } from "../../../harness/objective-c/classes.ts";
import { classMethodOf, methodOf } from "../../../harness/objective-c/methods.ts";
import { checkViolations, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { takeViolations } from "../../../harness/objective-c/violations.ts";
import type { Address } from "../../../src/native/ffi/signature.ts";
import { runtime } from "../../../src/native/macos/objc/runtime.ts";

useStandIn();
const send = (receiver: Address, selector: string, signature: string, ...args: unknown[]): unknown =>
  runtime().send(receiver, selector, signature, args);

/** What is refused, and remembered though it was caught. */
function refused(run: () => unknown): string {
  expect(run).toThrow();
  const wrong = takeViolations();
  expect(wrong).toHaveLength(1);
  return wrong[0]?.split("\n")[0] ?? "";
}

const classOf = (name: string): Address => runtime().classNamed(name);
const made = (name: string): Address =>
  send(send(classOf(name), "alloc", ">@") as Address, "init", ">n") as Address;

afterEach(() => checkViolations());

describe("a send is refused", () => {
  test("when the class has no such method", () => {
    expect(refused(() => send(made("NSArray"), "title", ">@"))).toBe('NSArray has no method "title"');
  });

  test("when its letters are others than the method's", () => {
    const array = made("NSArray");
    expect(refused(() => send(array, "count", ">q"))).toBe(
      '"count" of NSArray is ">Q", and was sent as ">q"',
    );
  });
});

test("every method of the stand-in is one of Apple's", () => {
  const unknown: string[] = [];
  for (const [name, behaviour] of standInClasses()) {
    for (
      let next = behaviour as object;
      next !== Function.prototype;
      next = Object.getPrototypeOf(next) as object
    ) {
      for (const key of Object.getOwnPropertyNames(next))
        if (key.startsWith("+") && classMethodOf(name, key.slice(1)) === undefined)
          unknown.push(`${name} ${key}`);
      for (const key of Object.getOwnPropertyNames((next as { prototype: object }).prototype))
        if (key.startsWith("-") && methodOf(behaviour, key.slice(1)) === undefined)
          unknown.push(`${name} ${key}`);
    }
  }
  expect(unknown).toEqual([]);
});
