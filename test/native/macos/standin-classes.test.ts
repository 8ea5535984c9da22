// The parts of the stand-in for Apple's runtime, compared with a public binding.

import { expect, test } from "bun:test";
import { standInClasses } from "../../../harness/objective-c/classes.ts";
import { facts } from "../../../harness/objective-c/facts.ts";
import { classMethodOf, methodOf } from "../../../harness/objective-c/methods.ts";
import { useStandIn } from "../../../harness/objective-c/stand-in.ts";

useStandIn();

test("the stand-in has no method that is not Apple's", () => {
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
        // A name that begins with "_" is Apple's own, and in no header.
        if (/^-[^_]/.test(key) && methodOf(behaviour, key.slice(1)) === undefined)
          unknown.push(`${name} ${key}`);
    }
  }
  expect(unknown).toEqual([]);
});

test("the stand-in bases each class on one that Apple bases it on", () => {
  const wrong: string[] = [];
  for (const [name, behaviour] of standInClasses()) {
    const base = [...standInClasses()].find(
      ([, other]) => other === Object.getPrototypeOf(behaviour),
    );
    if (base === undefined || !(name in facts.classes)) continue;
    const bases: string[] = [];
    for (
      let at = facts.classes[name]?.base ?? null;
      at !== null;
      at = facts.classes[at]?.base ?? null
    )
      bases.push(at);
    if (!bases.includes(base[0])) wrong.push(`${name} on ${base[0]}`);
  }
  expect(wrong).toEqual([]);
});
