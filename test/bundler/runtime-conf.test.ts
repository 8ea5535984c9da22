import { expect, test } from "bun:test";
import { runtimeConf, type RuntimeConfOptions } from "../../src/bundler/runtime/runtime-conf.ts";

const options: RuntimeConfOptions = {
  productName: "Grüße = Welt",
  version: "1.4.4",
  runtime: {
    name: "@example/runtime",
    archive: { sha512: "ab".repeat(64), size: 12 },
    member: "package/bin/runtime",
    executable: { sha256: "0123456789abcdef".repeat(4), size: 34 },
  },
  addresses: ["https://one.example/runtime.tgz", "https://two.example/runtime.tgz"],
};

test("what a launcher has to know is one line for each fact, in order", () => {
  expect(runtimeConf(options).split("\n")).toEqual([
    "format=1",
    "name=Grüße = Welt",
    "version=1.4.4",
    "key=1.4.4-0123456789abcdef",
    `archive-sha512=${"ab".repeat(64)}`,
    "archive-size=12",
    "member=package/bin/runtime",
    `executable-sha256=${"0123456789abcdef".repeat(4)}`,
    "executable-size=34",
    "address=https://one.example/runtime.tgz",
    "address=https://two.example/runtime.tgz",
    "flag=--config={app}/bunfig.toml",
    "flag=--no-env-file",
    "flag=--no-install",
    "unset=BUN_OPTIONS",
    "unset=BUN_BE_BUN",
    "unset=BUN_INSPECT",
    "unset=BUN_INSPECT_CONNECT_TO",
    "unset=BUN_INSPECT_NOTIFY",
    "unset=BUN_INSPECT_PRELOAD",
    "",
  ]);
});

test("no value of what a launcher reads can begin another line", () => {
  for (const end of ["\n", "\r", "\0"]) {
    const addresses = [`https://one.example/${end}flag=--preload=/tmp/a.js`];
    expect(() => runtimeConf({ ...options, addresses })).toThrow("want one line of text");
  }
});
