import { expect, test } from "bun:test";
import { updatePlatform } from "../../src/contract/target.ts";
import { endpointAddress } from "../../src/app/updater/check/endpoint.ts";

const here = {
  version: "1.0.0",
  channel: "beta",
  platform: { system: "linux", architecture: "x64" },
} as const;

for (const [what, endpoint, address] of [
  ["no variable", "https://x/feed.json", "https://x/feed.json"],
  [
    "every variable",
    "https://x/{{channel}}/{{target}}/{{arch}}/{{current_version}}",
    "https://x/beta/linux/x86_64/1.0.0",
  ],
  ["one twice", "https://x/{{arch}}?a={{arch}}", "https://x/x86_64?a=x86_64"],
  ["encoded braces", "https://x/%7B%7Btarget%7D%7D/%7b%7barch%7d%7d", "https://x/linux/x86_64"],
  ["any other encoding", "https://x/a%20b%2Fc?q=%25", "https://x/a%20b%2Fc?q=%25"],
] as const) {
  test(`${what} in an address comes out right`, () =>
    expect(endpointAddress(endpoint, here)).toBe(address));
}

test("build metadata reaches a query as it is", () => {
  const address = endpointAddress("https://x/?v={{current_version}}", {
    ...here,
    version: "1.0.0-rc.1+a-b",
  });
  expect(new URL(address).searchParams.get("v")).toBe("1.0.0-rc.1+a-b");
});

test("each system and processor has its name in feeds", () => {
  const name = (system: "linux" | "windows" | "macos", architecture: "x64" | "arm64") =>
    updatePlatform({ system, architecture });
  expect([name("linux", "x64"), name("windows", "x64"), name("macos", "arm64")]).toEqual([
    "linux-x86_64",
    "windows-x86_64",
    "darwin-aarch64",
  ]);
});
