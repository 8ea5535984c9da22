import { createHash } from "node:crypto";
import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys, openKey } from "../../../src/cli/signer/minisign.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { isSigned, lightKey, timesOf, unwrap } from "./signature.ts";
import { runTool } from "../tool.ts";

test("a signature by a generated key verifies with its public key, and with no other", async () => {
  using dir = tempDir({ "app.AppImage": "the update" });
  const made = await runTool(dir.path, ["signer", "generate", "--write-keys", "my.key", "--ci"]);
  expect(made).toMatchObject({ code: 0 });
  expect(statSync(join(dir.path, "my.key")).mode & 0o777).toBe(0o600);

  const read = (name: string) => readFileSync(join(dir.path, name), "utf8");
  expect(made.out + made.err).not.toContain(read("my.key").slice(0, 40));
  const signed = await runTool(
    dir.path,
    [
      "signer",
      "sign",
      "app.AppImage",
      "-k",
      "my.key",
      "--app-identifier",
      "org.example.app",
      "--app-version",
      "1.2.0",
      "--app-target",
      "linux-x86_64",
    ],
    { SOURCE_DATE_EPOCH: "1700000000" },
  );
  expect(signed).toEqual({ code: 0, out: "app.AppImage.sig\n", err: "" });

  const signature = read("app.AppImage.sig");
  const sum = createHash("sha512").update("the update").digest("hex");
  expect(unwrap(signature)[2]).toBe(
    `trusted comment: timestamp:1700000000\tfile:app.AppImage\tapp:org.example.app\tversion:1.2.0\ttarget:linux-x86_64\tsha512:${sum}`,
  );
  expect(isSigned(Buffer.from("the update"), signature, read("my.key.pub"))).toBe(true);
  expect(isSigned(Buffer.from("the Update"), signature, read("my.key.pub"))).toBe(false);
  expect(isSigned(Buffer.from("the update"), signature, generateKeys(null).publicKey)).toBe(false);
  const forged = Buffer.from(Buffer.from(signature, "base64").toString().replace("1.2.0", "9.2.0"));
  expect(isSigned(Buffer.from("the update"), forged.toString("base64"), read("my.key.pub"))).toBe(
    false,
  );
});

test("--json gives what was made, and never the secret key", async () => {
  using dir = tempDir({ "app.AppImage": "the update" });
  const read = (name: string) => readFileSync(join(dir.path, name), "utf8");
  const generate = ["signer", "generate", "--write-keys", "my.key", "--ci", "--json"];
  const made = await runTool(dir.path, generate);
  expect(JSON.parse(made.out)).toEqual({
    secretKeyFile: join(dir.path, "my.key"),
    publicKeyFile: join(dir.path, "my.key.pub"),
    publicKey: read("my.key.pub"),
  });
  const sign = ["signer", "sign", "app.AppImage", "-k", "my.key", "--json"];
  expect(JSON.parse((await runTool(dir.path, sign)).out)).toEqual({
    signatureFile: join(dir.path, "app.AppImage.sig"),
    signature: read("app.AppImage.sig"),
  });
});

test("a signature may say for how many days it is good, from the moment that it is made", async () => {
  using dir = tempDir({ file: "" });
  const { secretKey } = generateKeys(null);
  const sign = (days: string) =>
    runTool(
      dir.path,
      [
        "signer",
        "sign",
        "file",
        "--app-version",
        "1.2.0",
        "--app-target",
        "linux-x86_64",
        "--expires",
        days,
      ],
      { FRAMEWORK_PRIVATE_KEY: secretKey, SOURCE_DATE_EPOCH: "1700000000" },
    );
  const before = Math.floor(Date.now() / 1000);
  expect(await sign("30")).toEqual({ code: 0, out: "file.sig\n", err: "" });
  // The sources are older than the days that are wanted.
  const [time = 0, expires] = timesOf(readFileSync(join(dir.path, "file.sig"), "utf8"));
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now() / 1000);
  expect(expires).toBe(time + 30 * 86_400);
  for (const days of ["0", "a month", "-1"]) {
    const { code, err } = await sign(days);
    expect([
      code,
      err.includes("must be a number of days, 1 or more") || err.includes("argument"),
    ]).toEqual([1, true]);
  }
});

test("a signature that apps would refuse is made with a word on it", async () => {
  using dir = tempDir({ file: "" });
  const { secretKey } = generateKeys(null);
  const sign = ["signer", "sign", "file", "--app-version", "1.2.0"];
  expect(await runTool(dir.path, sign, { FRAMEWORK_PRIVATE_KEY: secretKey })).toEqual({
    code: 0,
    out: "file.sig\n",
    err: "Apps refuse this signature for an update: give its purpose with --app-target\n",
  });
});

for (const [option, given, wanted] of [
  [
    "--app-target",
    "linux-x64",
    'one of "linux-x86_64", "linux-aarch64", "windows-x86_64", "windows-aarch64", "darwin-x86_64", "darwin-aarch64"',
  ],
  ["--app-version", "v1.2.0", "a version as semver.org has it, such as 1.2.0"],
] as const) {
  test(`nothing is signed for what no app has: ${option} ${given}`, async () => {
    using dir = tempDir({ file: "" });
    const { secretKey } = generateKeys(null);
    const sign = ["signer", "sign", "file", option, given];
    const { code, err } = await runTool(dir.path, sign, { FRAMEWORK_PRIVATE_KEY: secretKey });
    expect([code, err]).toEqual([
      1,
      `Cannot sign with ${option} "${given}": it must be ${wanted}\n`,
    ]);
    expect(existsSync(join(dir.path, "file.sig"))).toBeFalse();
  });
}

test("a key with a password is opened by it alone", async () => {
  using dir = tempDir({ file: "", light: lightKey.secretKey });
  const password = { FRAMEWORK_KEY_PASSWORD: "correct horse" };
  expect(
    await runTool(dir.path, ["signer", "generate", "-w", "k", "--ci"], password),
  ).toMatchObject({
    code: 0,
  });
  const key = readFileSync(join(dir.path, "k"), "utf8");
  expect(
    await runTool(dir.path, ["signer", "sign", "file"], {
      ...password,
      FRAMEWORK_PRIVATE_KEY: key,
    }),
  ).toMatchObject({
    code: 0,
  });
  const sign = (env: Record<string, string>) =>
    runTool(dir.path, ["signer", "sign", "file", "-k", "light", "--ci"], env);
  expect(await sign({ FRAMEWORK_KEY_PASSWORD: lightKey.password })).toMatchObject({ code: 0 });
  expect(await sign({ FRAMEWORK_KEY_PASSWORD: "wrong" })).toEqual({
    code: 1,
    out: "",
    err: "Cannot use the secret key: the password does not fit\n",
  });
  expect(await sign({})).toEqual({
    code: 1,
    out: "",
    err: "Cannot open the secret key: set FRAMEWORK_KEY_PASSWORD to its password\n",
  });
});

test("a key is read in minisign's own form, too: a comment and a line", () => {
  const { secretKey } = generateKeys(null);
  const plain = Buffer.from(secretKey, "base64")
    .toString()
    .replace(/^untrusted.*/, "untrusted comment: minisign secret key");
  expect(openKey(plain, "").number).toEqual(openKey(secretKey, "").number);
  expect(() => openKey("nonsense", "")).toThrow("it is no secret key of minisign");
});

test("existing keys are kept unless --force says otherwise", async () => {
  using dir = tempDir({ k: "old" });
  const refused = await runTool(dir.path, ["signer", "generate", "-w", "k", "--ci"]);
  expect(refused.code).toBe(1);
  expect(refused.err).toStartWith("Cannot write k: use --force");
  expect([readFileSync(join(dir.path, "k"), "utf8"), existsSync(join(dir.path, "k.pub"))]).toEqual([
    "old",
    false,
  ]);
  writeFileSync(join(dir.path, "k"), "old", { mode: 0o644 });
  expect(
    await runTool(dir.path, ["signer", "generate", "-w", "k", "--ci", "--force"]),
  ).toMatchObject({
    code: 0,
  });
  expect(statSync(join(dir.path, "k")).mode & 0o777).toBe(0o600);
});

test("without a key or a file nothing is signed", async () => {
  using dir = tempDir({ file: "" });
  const env = { FRAMEWORK_PRIVATE_KEY: "" };
  expect((await runTool(dir.path, ["signer", "sign", "file"], env)).err).toStartWith(
    "Cannot sign without a key",
  );
  expect((await runTool(dir.path, ["signer", "sign", "other"], env)).err).toBe(
    'Cannot sign "other": it must be a file\n',
  );
  expect((await runTool(dir.path, ["signer", "generate"], env)).err).toStartWith(
    "Cannot make keys: say where",
  );
});

test("the tool reports a secret key that it cannot read, and a place that it cannot write keys to", async () => {
  using dir = tempDir({ "keys/x": "", file: "" });
  const output = async (args: readonly string[], env = {}) =>
    (await runTool(dir.path, ["signer", ...args], env)).err;
  const sign = ["sign", "file", "--app-version", "1.0.0", "--app-target", "linux-x86_64"];
  expect([
    await output(sign, { FRAMEWORK_PRIVATE_KEY: dir.path }),
    await output([...sign, "-k", "keys"]),
    await output(["generate", "--ci", "-w", "."]),
    await output(["generate", "--ci", "--force", "-w", "keys"]),
    await output(["generate", "--ci", "-w", "nowhere/my.key"]),
  ]).toEqual([
    `Cannot read the secret key "${dir.path}": it is a folder\n`,
    'Cannot read the secret key "keys": it is a folder\n',
    'Cannot write keys to ".": it is a folder; name a file in it\n',
    'Cannot write keys to "keys": it is a folder; name a file in it\n',
    `Cannot write keys to "nowhere/my.key": there is no folder "${join(dir.path, "nowhere")}"\n`,
  ]);
  await runTool(dir.path, ["signer", "generate", "--ci", "-w", "key"]);
  for (const identifier of ["", "a\tb", "nonsense !"])
    expect(await output([...sign, "-k", "key", "--app-identifier", identifier])).toStartWith(
      `Cannot sign with --app-identifier "${identifier}": it must be `,
    );
});
