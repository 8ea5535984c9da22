import { expect, test } from "bun:test";
import { HttpScope } from "../../src/app/scope/http.ts";
import { Random } from "./random.ts";

function allows(pattern: string, address: string): boolean {
  return new HttpScope([pattern]).decide(address).allowed;
}

// pattern, addresses it admits, addresses it does not
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "http://localhost:8080",
    [
      "http://localhost:8080",
      "http://localhost:8080/",
      "http://LOCALHOST:8080/#part",
      "http://localhost:8080/?q",
    ],
    [
      "http://localhost:8080/file",
      "https://localhost:8080/",
      "http://localhost:8081/",
      "http://local:8080/",
      "http://localhost/",
    ],
  ],
  [
    "http://localhost:8080/file.png",
    ["http://localhost:8080/file.png"],
    ["http://localhost:8080/", "http://localhost:8080/file.png/other.jpg", "http://localhost:8080/FILE.png"],
  ],
  [
    "http://localhost:8080/*.png",
    ["http://localhost:8080/file.png", "http://localhost:8080/assets/file.png"],
    [
      "http://localhost:8080/file.jpeg",
      "http://localhost:8080/file.jpeg?x.png",
      "http://localhost:8080/file.jpeg#.png",
    ],
  ],
  [
    "http://*",
    [
      "http://something.else",
      "http://something.else/path/to/file",
      "http://a.b:8080/x",
      "http://[::1]/",
      "http://10.0.0.1/x",
    ],
    [
      "https://something.else",
      "http://169.254.169.254/latest",
      "http://0xa9fea9fe/",
      "http://[fe80::1]/",
      "http://[::ffff:169.254.1.1]/",
      "http://[fd00:ec2::254]/",
    ],
  ],
  ["http://**", ["http://something.else/path/to/file"], ["https://something.else"]],
  ["http://169.254.169.254/*", ["http://169.254.169.254/latest"], ["http://169.254.169.253/"]],
  [
    "https://*.github.com",
    ["https://api.github.com/", "https://a.b.github.com"],
    [
      "https://github.com/",
      "https://evil.com/.github.com/",
      "https://evil.com/?.github.com",
      "https://api.github.com/x",
      "https://evilgithub.com/",
      "https://api.github.com.evil.com/",
      "https://.github.com/",
      "https://api.github.com:8443/",
      "https://evil.com#.github.com",
    ],
  ],
  [
    "https://*.github.com/*",
    ["https://api.github.com/x/y?z"],
    ["https://evil.com/.github.com/x", "https://evil.com\\.github.com/x", "https://evil.com%2f.github.com/x"],
  ],
  [
    "https://api.*.com/",
    ["https://api.x.com/", "https://api.x.y.com/"],
    ["https://api.com/", "https://xapi.x.com/"],
  ],
  [
    "https://x.com/*",
    ["https://X.com/a/b?q=1", "https://x.com/", "https://x.com:443/a"],
    ["https://x.com:444/a", "https://x.com@evil.com/a", "https://user@x.com/a", "https://:pw@x.com/a"],
  ],
  ["https://x.com:*/a", ["https://x.com/a", "https://x.com:99/a"], ["https://x.com/b"]],
  ["https://x.com:443/a", ["https://x.com/a"], ["https://x.com:80/a"]],
  [
    "*://x.com/a",
    ["https://x.com/a", "http://x.com/a"],
    ["ftp://x.com/a", "file://x.com/a", "http://x.com:443/a", "javascript:x.com/a"],
  ],
  [
    "https://x.com/public/*",
    [
      "https://x.com/public/a",
      "https://x.com/public/a/../b",
      "https://x.com/public/a%20b",
      "https://x.com/public/a%2fb",
      "https://x.com/public/100%25",
    ],
    [
      "https://x.com/public/../secret",
      "https://x.com/public/%2e%2e/secret",
      "https://x.com/public/..%2fsecret",
      "https://x.com/public/%2e%2e%2fsecret",
      "https://x.com/public/..%5csecret",
      "https://x.com/public/..%252fsecret",
      "https://x.com/public/%ff",
      "https://x.com/public/..%00",
      "https://x.com/publicity",
    ],
  ],
  ["https://x.com/a/**/b", ["https://x.com/a/z/b", "https://x.com/a/z/y/b"], ["https://x.com/a/b/c"]],
  [
    "https://bücher.example/",
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://bucher.example/"],
  ],
  [
    "https://[::1]:8080/*",
    ["https://[::1]:8080/x", "https://[0:0:0:0:0:0:0:1]:8080/"],
    ["https://[::2]:8080/"],
  ],
];

test.each(table)("%s is compared part by part", (pattern, admitted, refused) => {
  expect(admitted.filter((address) => !allows(pattern, address))).toEqual([]);
  expect(refused.filter((address) => allows(pattern, address))).toEqual([]);
});

test.each([
  ["x.com", 'write scheme, host and path, as in "https://*.example.com/api/*"'],
  ["*", 'write scheme, host and path, as in "https://*.example.com/api/*"'],
  ["ftp://x.com", 'start it with "http://", "https://" or "*://"'],
  ["https://", 'write a host, and a number or "*" after a ":"'],
  ["https://x.com:port/", 'write a host, and a number or "*" after a ":"'],
  ["https://[ab].com/", '"[ab].com" is no host name'],
  ["https://*.0.0.1/", '"*.0.0.1" is no host name'],
  ["https://10.*/", 'write the whole address; a "*" stands for labels of a name'],
  ["https://*.*/", 'write the whole address; a "*" stands for labels of a name'],
  ["https://a*.com/", 'let each "*" of the host stand for whole labels, as in "*.example.com"'],
  ["https://u@x.com/", "leave out the user name; an address with one is always refused"],
  ["https://x.com/a?b=1", 'leave out "?b=1"; a query is not compared, and a fragment is never sent'],
  ["https://x.com/#a", 'leave out "#a"; a query is not compared, and a fragment is never sent'],
])("the pattern %s stops the app", (pattern, wanted) => {
  expect(() => new HttpScope([pattern])).toThrow(wanted);
});

test("a refusal says why, an allowed address by which pattern", () => {
  const scope = new HttpScope(["https://a.com/", "https://b.com/*"]);
  expect(
    ["https://b.com/x", "https://c.com/", "ws://b.com/", "/x", "https://u@b.com/"].map((address) =>
      scope.decide(address),
    ),
  ).toEqual([
    { allowed: true, pattern: "https://b.com/*" },
    { allowed: false, reason: "not in framework.allowlist.http.scope" },
    { allowed: false, reason: 'must be http or https, not "ws"' },
    { allowed: false, reason: "must be a whole address" },
    { allowed: false, reason: "must not hold a user name or password" },
  ]);
});

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
}, 60_000);
