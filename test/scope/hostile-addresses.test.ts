import { expect, test } from "bun:test";
import { HttpScope } from "../../src/app/scope/network/http.ts";
import { Random } from "./random.ts";

test("100,000 hostile addresses: what is allowed goes to the listed host and stays below the listed path", () => {
  const scope = new HttpScope(["https://*.ok.com/pub/*", "http://ok.com:8080/"]);
  const random = new Random(11);
  const parts = [
    "https://",
    "http://",
    "HTTPS:",
    "//",
    "/",
    "\\",
    "api.ok.com",
    ".ok.com",
    "ok.com",
    "evil.com",
    "a.b.ok.com",
    "@",
    ":",
    ":8080",
    ":443",
    "#",
    "?",
    "/pub/",
    "pub",
    "..",
    "%2e%2e",
    "%2f",
    "%5c",
    "%252e",
    "%00",
    "%",
    "x",
    ".",
    "*",
    "[::1]",
    "user:pw@",
    " ",
    "\t",
    "\n",
    "。",
    "ｏｋ",
    "%6fk.com",
    "\0",
    "\ud800",
  ];
  let allowed = 0;
  for (let i = 0; i < 100_000; i++) {
    const start = random.pick([
      "",
      "",
      "https://api.ok.com/pub/",
      "https://",
      "http://ok.com:8080",
      "https://x.ok.com",
    ]);
    const address = start + random.list(0, 6, () => random.pick(parts)).join("");
    if (!scope.decide(address).allowed) continue;
    allowed++;
    const url = new URL(address);
    let path = url.pathname;
    for (let round = 0; round < 3 && path.includes("%"); round++) {
      try {
        path = decodeURIComponent(path);
      } catch {
        break;
      }
    }
    const { pathname } = new URL(`https://h${path.replace(/[?#]/g, "x")}`);
    const isFirst =
      url.protocol === "https:" &&
      /^[^.]+(\.[^.]+)*\.ok\.com$/.test(url.hostname) &&
      url.port === "" &&
      pathname.startsWith("/pub/");
    const isSecond = url.origin === "http://ok.com:8080" && url.pathname === "/";
    if (url.username !== "" || url.password !== "" || !(isFirst || isSecond))
      throw new Error(`${JSON.stringify(address)} was allowed`);
  }
  expect(allowed).toBeGreaterThan(2000);
});

/** The changes that servers make to a path, in any order. */
const steps: readonly ((path: string) => string)[] = [
  (path) =>
    path.replace(/%[0-9a-f]{2}/gi, (byte) =>
      String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
    ),
  (path) => path.replace(/\/{2,}/g, "/"),
  (path) => path.replaceAll("\\", "/"),
  (path) => path.replace(/;[^/]*/g, ""),
  (path) => path.replace(/[?#].*/, ""),
  (path) => path.replaceAll("\u00c0\u00af", "/").replaceAll("\u00c0\u00ae", "."),
  straightened,
];

function straightened(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/").slice(1)) {
    if (name.trim() === "..") names.pop();
    else if (name.trim() !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

test("100,000 hostile paths: what is allowed stays below the listed path, in whatever order a server reads it", () => {
  const scope = new HttpScope(["http://x/pub/*"]);
  const random = new Random(23);
  const parts =
    "/ / .. .. . ; ;a a b // \\ %2f %2F %5c %2e %2e%2e %252f %252e %25 %3b %3f %23 %c0%af %c0%ae %25c0%25af ? # %20 %00 pub".split(
      " ",
    );
  let allowed = 0;
  for (let i = 0; i < 100_000; i++) {
    const address = `http://x/pub/${random.list(0, 9, () => random.pick(parts)).join("")}`;
    if (!scope.decide(address).allowed) continue;
    allowed++;
    let path = new URL(address).pathname;
    const taken = random.list(0, 8, () => random.pick(steps));
    for (const step of [...taken, straightened]) path = step(path);
    if (!`${path}/`.startsWith("/pub/"))
      throw new Error(`${address} was allowed, and is read as ${path}`);
  }
  expect(allowed).toBeGreaterThan(2000);
});
