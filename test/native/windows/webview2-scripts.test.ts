import { describe, expect, test } from "bun:test";
import { plainWindow } from "../../../src/native/conformance/plain-window.ts";
import { isPageOf } from "../../../src/native/page/page-pattern.ts";
import { lastingScripts, topScript } from "../../../src/native/windows/page/document-scripts.ts";
import { webview2Traits } from "../../../src/native/windows/page/webview2-traits.ts";
import type { WindowSpec } from "../../../src/contract/ui/index.ts";
import { ScriptedPage, type PagePlace } from "./webview2-page.ts";

const own = "https://framework.localhost/index.html";
const frame = "https://framework-isolation.localhost/";
const site = "https://elsewhere.example/";
const secret = "5".repeat(32);

const spec: WindowSpec = {
  ...plainWindow(own, "main"),
  frameScripts: [{ source: "var inFrame = true", pages: [`${frame}*`] }],
};

/** A document with all that its view places, and what it has posted. */
function begin(place: PagePlace): { page: ScriptedPage; posted: (string | null)[] } {
  const posted: (string | null)[] = [];
  const page = new ScriptedPage(place, (text) => posted.push(text));
  page.begin(lastingScripts(spec, secret, webview2Traits));
  expect(page.errors).toEqual([]);
  return { page, posted };
}

test("the app's page greets once with a key of its own, before anything else", () => {
  const { page, posted } = begin({ address: own, frame: null });
  expect(posted).toEqual([`${secret}${String(page.run("key"))}`]);
  expect(page.run("key")).toMatch(/^[0-9a-f]{32}$/);
  expect(begin({ address: own, frame: null }).posted).not.toEqual(posted);
});

test.each<[string, PagePlace]>([
  ["a page of another site", { address: site, frame: null }],
  ["a frame of the app's", { address: own, frame: own }],
  ["the app's page in a frame of another site's", { address: own, frame: site }],
  ["an empty document", { address: "about:blank", frame: null }],
  ["a page that a page has made", { address: "blob:https://framework.localhost/1", frame: null }],
])("%s finds neither key nor secret, and nothing is posted", (_, place) => {
  const { page, posted } = begin(place);
  expect(posted).toEqual([]);
  expect(page.run("JSON.stringify(Object.getOwnPropertyNames(globalThis))")).not.toMatch(
    /"(?:key|engine|secret)"/,
  );
});

test.each<[boolean, PagePlace]>([
  [true, { address: frame, frame: own }],
  [false, { address: frame, frame: site }],
  [false, { address: frame, frame: null }],
  [false, { address: site, frame: own }],
])("%p: a frame's script runs in %p", (runs, place) => {
  expect(begin(place).page.run("typeof inFrame")).toBe(runs ? "boolean" : "undefined");
});

describe("pages are the same to a script as to the ui thread:", () => {
  const addresses = [
    own,
    "http://framework.localhost/",
    "https://FRAMEWORK.localhost:443/x",
    "https://framework.localhost:8443/",
    "http://localhost:5173/",
    "http://localhost/",
    "http://[::1]:5173/",
    "https://framework.localhost.elsewhere.example/",
    "https://elsewhere.example/framework.localhost/",
    "custom://framework.localhost/",
    "custom://framework.localhost:8443/",
    "about:blank",
    "data:text/html,x",
  ];
  const patterns = [
    "https://framework.localhost/*",
    "*://framework.localhost/*",
    "http://localhost:5173/*",
    "http://localhost:80/*",
    "https://framework.localhost:443/*",
    "http://[::1]:5173/*",
    "custom://framework.localhost/*",
    "HTTPS://Framework.LOCALHOST/*",
    "https://framework.localhost",
    "",
  ];

  test.each(patterns)("%p", (pattern) => {
    const script = topScript({ source: "var isThere = true", pages: [pattern] });
    for (const address of addresses) {
      const page = new ScriptedPage({ address, frame: null }, () => {});
      page.begin([script]);
      expect([address, page.run("typeof isThere") === "boolean", page.errors]).toEqual([
        address,
        isPageOf(address, [pattern]),
        [],
      ]);
    }
  });
});
