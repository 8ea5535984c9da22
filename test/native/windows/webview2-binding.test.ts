// WebView2 as it is declared here, compared with a binding that others made of Microsoft's
// metadata. After an interface or a constant was added: bun test/native/windows/update-webview2.ts

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Binding } from "./webview2-binding.ts";
import { declared } from "./webview2-declared.ts";
import { declaredConstants, isOfWebView2 } from "./constants.ts";

const facts = JSON.parse(
  readFileSync(new URL("../../fixtures/webview2-binding.json", import.meta.url), "utf8"),
) as Binding;
const byNumber = new Map(Object.values(facts.interfaces).map((one) => [one.iid, one]));

/** Rust's names of properties have no `get_`, and `Set` where the IDL has `put_`. */
const rustName = (name: string): string => name.replace(/^get_/, "").replace(/^put_/, "Set");

/**
 * The letters of a declaration in the form of the binding, except NULL, signs and truth values.
 */
const plain = (takes: string): string =>
  takes.replaceAll("n", "p").replaceAll(/[bu]/g, "i").replaceAll("L", "l");

/** A struct by value goes by its address, or as a number of its size. */
const fits = (takes: string, bound: string): boolean =>
  new RegExp(`^${bound.replaceAll("s", "[pil]")}$`).test(plain(takes));

describe(`webview2-com-sys ${facts.version} agrees`, () => {
  test.each(declared.map((one) => [one.name, one] as const))("with %s", (_, { iid, methods }) => {
    const bound = byNumber.get(iid);
    expect(bound?.iid).toBe(iid);
    const slots = new Map(bound?.methods.map((method) => [method.slot, method]));
    const first = Math.min(...slots.keys());
    for (const { name, slot, takes } of methods) {
      // The method that is called `put_Bounds`, by what another processor takes.
      if (slot < first || name === "put_BoundsInRegisters") continue;
      const method = slots.get(slot);
      expect(`${slot} ${method?.name}`).toBe(`${slot} ${rustName(name)}`);
      expect([name, takes, fits(takes, method?.takes ?? "none")]).toEqual([name, takes, true]);
    }
  });

  test("with the constants", () => {
    const named = declaredConstants(isOfWebView2);
    expect(Object.keys(named).length).toBeGreaterThan(5);
    expect(named).toEqual(facts.constants);
  });
});

test("a wrong place, a wrong width and a missing argument are seen", () => {
  expect([fits("i", "i"), fits("l", "i"), fits("", "i"), fits("p", "s"), fits("np", "pp")]).toEqual(
    [true, false, false, true, true],
  );
});
