import { expect, test } from "bun:test";
import { facts } from "../../../harness/objective-c/facts.ts";
import { engineCapabilities } from "../../../src/native/macos/page/engine-capabilities.ts";

test("each method of the engine's delegates is in one row of its powers", () => {
  const theirs = ["WKNavigationDelegate", "WKUIDelegate"].flatMap((name) =>
    Object.keys(facts.protocols[name]?.instance ?? {}),
  );
  const ours = engineCapabilities.flatMap(({ signals = [] }) => signals);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
});

test("each setting of the engine is in one row of its powers", () => {
  const theirs = [
    "WKPreferences",
    "WKWebViewConfiguration",
    "WKWebView",
    "WKWebpagePreferences",
  ].flatMap((name) =>
    Object.keys(facts.classes[name]?.instance ?? {}).filter((selector) => isSetter(selector)),
  );
  const ours = engineCapabilities.flatMap(({ settings = {} }) => Object.keys(settings));
  const setters = ours.map((name) => `set${name[0]?.toUpperCase()}${name.slice(1)}:`);
  expect(setters.toSorted()).toEqual(theirs.toSorted());
});

const isSetter = (selector: string): boolean => /^set[A-Z]\w*:$/.test(selector);
