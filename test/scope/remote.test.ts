import { expect, test } from "bun:test";
import { RemoteScope, type RemoteAccess, type Wanted } from "../../src/app/scope/network/remote.ts";

const setting = "framework.security.dangerousRemoteDomainIpcAccess";

function make(...entries: Partial<RemoteAccess>[]): RemoteScope {
  return new RemoteScope(
    entries.map((entry) => ({
      scheme: null,
      domain: "app.com",
      windows: ["main"],
      plugins: [],
      enableFrameworkAPI: false,
      ...entry,
    })),
  );
}

const own: Wanted = { kind: "own" };
const builtIn: Wanted = { kind: "built-in" };
const notListed = `list its domain in ${setting}`;

test.each([
  ["https://app.com", null],
  ["http://app.com", null],
  ["https://app.com:8443", null],
  ["my-app://app.com", null],
  ["https://sub.app.com", notListed],
  ["https://app.com.evil.com", notListed],
  ["https://evilapp.com", notListed],
  ["https://app.com@evil.com", notListed],
  ["https://evil.com/app.com", notListed],
  ["https://app.com.", notListed],
  ["null", notListed],
  ["", notListed],
  ["app.com", notListed],
])("a listed domain is that host, any port: %s", (origin, expected) => {
  expect(make({}).refusal(origin, "main", own)).toBe(expected);
});

test.each(["https", "HTTPS", "https:", "https://"])(
  "a listed scheme is the only one: %s",
  (scheme) => {
    const scope = make({ scheme });
    expect([
      scope.refusal("https://app.com", "main", own),
      scope.refusal("http://app.com", "main", own),
    ]).toEqual([null, notListed]);
  },
);

test("addresses can be listed like names", () => {
  const scope = make(
    { domain: "127.0.0.1" },
    { domain: "::1" },
    { domain: "[fe80::1]" },
    { domain: "BÜCHER.example" },
  );
  const origins = [
    "http://127.0.0.1:5173",
    "http://[::1]:80",
    "http://[fe80::1]",
    "https://xn--bcher-kva.example",
  ];
  expect(origins.map((origin) => scope.refusal(origin, "main", own))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("only the listed windows may call", () => {
  expect(make({}).refusal("https://app.com", "other", own)).toBe(
    `list the window "other" with its domain in ${setting}`,
  );
  expect(make({ windows: [] }).refusal("https://app.com", "main", own)).toBe(
    `list the window "main" with its domain in ${setting}`,
  );
});

test("built-in commands need enableFrameworkAPI, plugins their name", () => {
  const plain = make({});
  expect(plain.refusal("https://app.com", "main", builtIn)).toBe(
    `set enableFrameworkAPI to true with its domain in ${setting}`,
  );
  expect(make({ enableFrameworkAPI: true }).refusal("https://app.com", "main", builtIn)).toBeNull();
  const plugin: Wanted = { kind: "plugin", plugin: "store" };
  expect(plain.refusal("https://app.com", "main", plugin)).toBe(
    `list the plugin "store" with its domain in ${setting}`,
  );
  expect(make({ plugins: ["store"] }).refusal("https://app.com", "main", plugin)).toBeNull();
});

test("every entry of a domain counts, but rights of one window are not those of another", () => {
  const scope = make({}, { windows: ["admin"] }, { windows: ["admin"], enableFrameworkAPI: true });
  expect(scope.refusal("https://app.com", "admin", builtIn)).toBeNull();
  expect(scope.refusal("https://app.com", "main", builtIn)).toBe(
    `set enableFrameworkAPI to true with its domain in ${setting}`,
  );
});

test("the pages that get the bridge are those listed for the window", () => {
  const scope = make(
    {},
    { domain: "b.com", scheme: "https", windows: ["other", "main"] },
    { domain: "c.com", windows: ["other"] },
  );
  expect(scope.pages("main")).toEqual(["*://app.com", "https://b.com"]);
});

test.each(["", "https://app.com", "*.app.com", "app.com/x", "app.com:80", "a b", "u@app.com"])(
  "the domain %p stops the app",
  (domain) => {
    expect(() => make({ domain })).toThrow(
      `Cannot use the domain "${domain}" in ${setting}: it must be a host alone: no scheme, port, path or pattern`,
    );
  },
);
