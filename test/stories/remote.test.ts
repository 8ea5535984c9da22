import { expect, test } from "bun:test";
import { defineApp, definePlugin } from "../../src/app/index.ts";
import type { AuthorConfig } from "../support/config.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { addressHere, ownPages, testOnEach } from "../support/each-system.ts";

type Access = NonNullable<
  NonNullable<NonNullable<AuthorConfig["framework"]>["security"]>["dangerousRemoteDomainIpcAccess"]
>[number];

const definition = defineApp({
  commands: { own: () => "own" },
  plugins: [
    definePlugin({
      name: "listed",
      commands: { run: () => "listed" },
      scripts: ["window.listed = 1"],
    }),
  ],
  scripts: ["window.own = 1"],
});

const start = (access: Partial<Access>) =>
  startInMemory({
    definition,
    allow: ["dialog.ask"],
    answers: { message: () => 0 },
    config: {
      framework: {
        windows: [{ label: "main" }, { label: "other" }],
        security: {
          dangerousRemoteDomainIpcAccess: [{ domain: "example.org", windows: ["main"], ...access }],
        },
      },
    },
  });

/** Which of the three kinds of commands a page of this origin may call. */
async function allowed(
  access: Partial<Access>,
  origin: string,
  window = "main",
): Promise<string[]> {
  using app = await start(access);
  const ask = async (command: string, args: unknown): Promise<boolean> => {
    const reply = JSON.parse(
      await app.platform.postMessage(window, JSON.stringify({ command, args }), origin),
    ) as {
      ok: boolean;
      error?: { code: string; message: string };
    };
    if (!reply.ok) expect(reply.error?.code).toBe("not-allowed");
    return reply.ok;
  };
  const may: string[] = [];
  if (await ask("own", {})) may.push("own");
  if (await ask("dialog.ask", { message: "?" })) may.push("built-in");
  if (await ask("plugin:listed|run", {})) may.push("plugin");
  return may;
}

for (const [what, access, origin, expected] of [
  ["a listed domain", {}, "https://example.org", ["own"]],
  ["a listed domain on another port", {}, "https://example.org:8443", ["own"]],
  ["a listed domain of another scheme", {}, "http://example.org", ["own"]],
  [
    "a listed domain with another scheme than listed",
    { scheme: "https" },
    "http://example.org",
    [],
  ],
  ["a subdomain", {}, "https://www.example.org", []],
  ["a domain that ends like it", {}, "https://notexample.org", []],
  ["an opaque origin", {}, "null", []],
  [
    "a domain with the framework's API",
    { enableFrameworkAPI: true },
    "https://example.org",
    ["own", "built-in"],
  ],
  ["a domain with the plugin", { plugins: ["listed"] }, "https://example.org", ["own", "plugin"]],
  ["a domain with another plugin", { plugins: ["list"] }, "https://example.org", ["own"]],
  ["a listed address", { domain: "127.0.0.1" }, "http://127.0.0.1:3000", ["own"]],
  ["the app itself", {}, "framework://localhost", ["own", "built-in", "plugin"]],
] as const) {
  testOnEach(`a page of ${what} may call: ${expected.join(", ") || "nothing"}`, async () => {
    expect(await allowed(access as Partial<Access>, addressHere(origin))).toEqual([...expected]);
  });
}

test("a domain is listed for its windows only", async () => {
  expect(await allowed({}, "https://example.org", "other")).toEqual([]);
});

test("a flag that is not set stays so for a page with the framework's API", async () => {
  using app = await start({ enableFrameworkAPI: true });
  const text = JSON.stringify({ command: "dialog.open", args: {} });
  expect(await app.platform.postMessage("main", text, "https://example.org")).toContain(
    "set framework.allowlist.dialog.open",
  );
});

testOnEach(
  "the bridge goes to listed pages in the windows they are listed for, a plugin's scripts where it is listed",
  async () => {
    using app = await start({ scheme: "https" });
    const spec = (label: string) => app.platform.windows.get(label)!.spec;
    const local = ownPages();
    const listed = "https://example.org/*";
    expect(spec("main").bridge.pages).toEqual([local, listed]);
    expect(spec("other").bridge.pages).toEqual([local]);
    const pagesOf = (word: string) =>
      spec("main").scripts.find(({ source }) => source.includes(word))?.pages;
    expect(pagesOf("window.own")).toEqual([local, listed]);
    expect(pagesOf("window.listed")).toEqual([local]);
    using withPlugin = await start({ plugins: ["listed"] });
    const { scripts } = withPlugin.platform.windows.get("main")!.spec;
    expect(scripts.find(({ source }) => source.includes("window.listed"))?.pages).toEqual([
      local,
      "*://example.org/*",
    ]);
  },
);
