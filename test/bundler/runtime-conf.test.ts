import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runtimeConf, type RuntimeConfOptions } from "../../src/bundler/runtime/runtime-conf.ts";
import { runtimeConfLimits } from "../../src/contract/shipped/runtime-conf.ts";
import { runtimeOf } from "../support/fake-runtime.ts";
import { StarterApp } from "../support/starter-app.ts";

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

/** Writes it with something else, and gives what is said against it. */
function refusal(change: Partial<RuntimeConfOptions>): string {
  try {
    runtimeConf({ ...options, ...change });
  } catch (error) {
    return (error as Error).message;
  }
  return "it is written";
}

test("no value of what a launcher reads can begin another line", () => {
  for (const end of ["\n", "\r", "\0"]) {
    expect(refusal({ addresses: [`https://one.example/${end}flag=--preload=/tmp/a.js`] })).toContain(
      "want an address of an archive: it may hold no other signs",
    );
    expect(refusal({ productName: `A${end}flag=--preload=/tmp/a.js` })).toContain("want one line of text");
  }
});

describe("what no launcher would read is not written:", () => {
  const { runtime } = options;
  const cases: Readonly<Record<string, [change: Partial<RuntimeConfOptions>, said: string]>> = {
    "a version of another sign": [
      { version: "1.4_4" },
      'Cannot write version "1.4_4": want a name of letters',
    ],
    "a version with a dot at its end": [{ version: "1.4." }, "Cannot write version"],
    "a version whose key is too long": [{ version: "1".repeat(90) }, "Cannot write key"],
    "a sum of other signs": [
      { runtime: { ...runtime, archive: { sha512: "z".repeat(128), size: 1 } } },
      "want 128 hexadecimal digits",
    ],
    "a size that is none": [
      { runtime: { ...runtime, executable: { ...runtime.executable, size: 0 } } },
      "Cannot write size 0: want a number of bytes",
    ],
    "a member that is too long": [
      { runtime: { ...runtime, member: "m".repeat(100) } },
      "Cannot write member",
    ],
    "too many addresses": [
      { addresses: Array<string>(65).fill("https://a.example/") },
      "Cannot write addresses 65: want at most 64",
    ],
    "more than is read": [
      { addresses: Array<string>(40).fill(`https://a.example/${"a".repeat(2000)}`) },
      "want at most 65536 bytes",
    ],
    "no name": [{ productName: "" }, "Cannot write name"],
  };
  for (const [name, [change, said]] of Object.entries(cases))
    test(name, () => expect(refusal(change)).toContain(said));
});

test("who writes it and the launchers' reader have the same limits", () => {
  const header = readFileSync(join(import.meta.dir, "../../stub/starter/conf.h"), "utf8");
  const numbers = header.matchAll(/\bCONF_(\w+)_MAX(?: =|) (?:UINT64_C\()?(\d+)/g);
  const { length, lines, folderName, member, host, path, size } = runtimeConfLimits;
  expect(Object.fromEntries(Array.from(numbers, ([, name, number]) => [name, Number(number)]))).toEqual({
    SIZE: length,
    LIST: lines,
    FOLDER_NAME: folderName,
    MEMBER: member,
    HOST: host,
    PATH: path,
    BYTES: size,
  });
});

test.skipIf(process.platform !== "linux")(
  "a launcher reads the longest that a configuration can make",
  async () => {
    const { name, addresses: room, lines, member, folderName } = runtimeConfLimits;
    const version = "1".repeat(folderName - 17);
    const {
      bytes,
      published: runtime,
      key,
    } = runtimeOf(Buffer.from("#!/bin/sh\n"), "m".repeat(member), version);
    const addresses = Array<string>(lines).fill(
      `https://a.example/${"a".repeat(Math.floor(room / lines) - 18)}`,
    );
    using app = new StarterApp(runtimeConf({ productName: "n".repeat(name), version, runtime, addresses }));
    const folder = join(app.store, key);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, "bun"), bytes, { mode: 0o700 });
    const { code, err } = await app.run();
    expect({ code, err }).toEqual({ code: 0, err: "" });
  },
);
