import { expect, test } from "bun:test";
import { Origins } from "../../src/app/calls/origins.ts";
import { isPageOf } from "../../src/native/page/page-pattern.ts";
import { memoryAppSpec } from "../support/app/memory-app.ts";

for (const [address, pattern, isPage] of [
  ["framework://localhost/", "framework://localhost/*", true],
  ["framework://localhost:99/", "framework://localhost/*", false],
  ["framework://localhost:80/", "framework://localhost/*", false],
  ["framework://other/", "framework://localhost/*", false],
  ["framework-isolation://localhost:99/", "framework-isolation://localhost/*", false],
  ["http://localhost/", "http://localhost:80/*", true],
  ["http://localhost:5173/", "http://localhost:80/*", false],
  ["http://localhost:5173/", "http://localhost:5173/*", true],
  ["https://example.org/", "https://example.org:443/*", true],
  ["FRAMEWORK://LocalHost/", "framework://localhost/*", true],
  ["framework://localhost/", "Framework://LOCALHOST/*", true],
  ["framework:///x", "framework:///*", false],
  ["about:blank", "*://*/*", false],
  ["framework://localhost/", "framework://localhost", false],
  // The meaning of an entry in dangerousRemoteDomainIpcAccess.
  ["https://example.org:8443/", "https://example.org/*", true],
  ["http://example.org:8080/", "*://example.org/*", true],
  ["framework://example.org:99/", "*://example.org/*", false],
] as const) {
  test(`${address} is ${isPage ? "a" : "no"} page of ${pattern}`, () =>
    expect(isPageOf(address, [pattern])).toBe(isPage));
}

test("pages of the app's own origins are those of one port", () => {
  const pagesOf = (address: string) =>
    new Origins(
      memoryAppSpec({ assets: { kind: "address", address, proxy: null, policyScript: null } }),
    ).pages("main");
  expect(pagesOf("http://localhost/")).toEqual([
    "framework://localhost/*",
    "http://localhost:80/*",
  ]);
  expect(pagesOf("https://localhost/app/")).toEqual([
    "framework://localhost/*",
    "https://localhost:443/*",
  ]);
  expect(pagesOf("http://localhost:5173/")).toEqual([
    "framework://localhost/*",
    "http://localhost:5173/*",
  ]);
});
