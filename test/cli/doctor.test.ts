import { expect, test } from "bun:test";
import { join } from "node:path";
import { generateKeys } from "../../src/cli/signer/minisign.ts";
import { asText, type Health } from "../../src/cli/doctor/report.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { thisMachine } from "../support/this-machine.ts";
import { runTool, type ToolResult } from "./tool.ts";

const host = `linux-${thisMachine.architecture}`;
const other = `linux-${thisMachine.architecture === "x64" ? "arm64" : "x64"}`;
const certificate = "MIIKcAIBAzCCCi==a secret";

interface Found {
  readonly target: string;
  readonly isReady: boolean;
  readonly checks: readonly { readonly name: string; readonly version: string | null }[];
}

/** Looks through a machine whose folder of build tools is empty. */
async function doctor(
  args: readonly string[],
  configuration: object | null = null,
): Promise<ToolResult & { readonly targets: readonly Found[] }> {
  using dir = tempDir(
    configuration === null
      ? {}
      : { "src-framework/framework.conf.json": JSON.stringify(configuration) },
  );
  const result = await runTool(dir.path, ["doctor", ...args], {
    XDG_CACHE_HOME: join(dir.path, "cache"),
    FRAMEWORK_WINDOWS_CERTIFICATE: certificate,
    FRAMEWORK_PRIVATE_KEY: "",
  });
  return { ...result, targets: args.includes("--json") ? JSON.parse(result.out).targets : [] };
}

test("doctor looks through all targets, this machine's first", async () => {
  const { targets } = await doctor(["--json"]);
  expect(targets.map(({ target }) => target).toSorted()).toEqual([
    "linux-arm64",
    "linux-x64",
    "macos-arm64",
    "macos-x64",
    "windows-arm64",
    "windows-x64",
  ]);
  expect(targets[0]).toMatchObject({ target: host, isHost: true });
  expect(targets[0]?.checks[0]).toMatchObject({ name: "Bun", version: Bun.version });
});

test("a named target without its runtime is not ready, and the command that gets it is shown", async () => {
  const { code, out } = await doctor(["--target", other]);
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining(`
${other}  not ready
  MISSING   Bun                 becomes the app's executable
            npx framework build --target ${other} --yes
`),
  });
});

test("of a secret doctor says that it is set, and never what it is", async () => {
  const { out, targets } = await doctor(["--json", "--target", "windows-x64"]);
  const found = targets[0]?.checks.find(({ name }) => name === "certificate");
  expect(found?.version).toBe("FRAMEWORK_WINDOWS_CERTIFICATE");
  expect(out).not.toContain(certificate);
});

test("an app with updates wants the key that signs them", async () => {
  const pubkey = generateKeys(null).publicKey;
  const updater = { active: true, pubkey, endpoints: ["https://example.com/f.json"] };
  const { out } = await doctor(["--target", host], {
    build: { devPath: "http://localhost:1" },
    framework: { updater },
  });
  expect(out).toContain("  optional  update key          signs updates\n");
});

test("problems of the configuration are counted, and end doctor with 1", async () => {
  const { code, out } = await doctor([], { biuld: {} });
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining(
      "\nProject  its configuration has 1 problem: npx framework config shows them\n",
    ),
  });
});

const health: Health = {
  machine: "Debian",
  problems: 0,
  targets: [
    {
      target: "linux-x64",
      isHost: true,
      isReady: true,
      checks: [
        { name: "Bun", version: "1.4.5", use: "runs", install: null, isNeeded: true },
        {
          name: "nsis",
          version: null,
          use: "installs",
          install: "apt install nsis",
          isNeeded: false,
        },
      ],
    },
  ],
};

test("the report has the same words with and without colours", () => {
  const plain = asText(health, false);
  expect(plain).toBe(`Machine  Debian
Project  its configuration is in order

linux-x64  ready, this machine
  ok        Bun                 1.4.5
  optional  nsis                installs
            apt install nsis
`);
  expect(asText(health, true)).toContain("\x1b[32mready\x1b[0m");
  expect(Bun.stripANSI(asText(health, true))).toBe(plain);
});
