// The program minisign itself and this tool read each other's files.

import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeys, openKey, signFile } from "../../../src/cli/signer/minisign.ts";
import { parsePublicKeyText } from "../../../src/contract/shipped/minisign.ts";
import { missingTool, run } from "../../bundler/project.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

const unwrapped = (text: string): string => Buffer.from(text, "base64").toString();
const facts = {
  time: 1_700_000_000,
  app: null,
  version: "1.2.3",
  target: "linux-x86_64",
  expires: null,
};

const skip = missingTool("minisign");
describe.skipIf(skip !== null)(`minisign (${skip ?? "installed"})`, () => {
  test("verifies what we sign, and refuses it for another file", async () => {
    using dir = tempDir({ file: "the update", other: "another file" });
    const { secretKey, publicKey } = generateKeys(null);
    const signature = await signFile(join(dir.path, "file"), openKey(secretKey, ""), facts);
    writeFileSync(join(dir.path, "file.minisig"), unwrapped(signature));
    writeFileSync(join(dir.path, "key.pub"), unwrapped(publicKey));
    const verify = (name: string): string =>
      run(["minisign", "-V", "-p", "key.pub", "-m", name, "-x", "file.minisig"], { cwd: dir.path });
    expect(verify("file")).toContain("version:1.2.3\ttarget:linux-x86_64\tsha512:");
    expect(() => verify("other")).toThrow("Signature verification failed");
  });

  test.each([
    ["without a password", null],
    ["with a password", "correct horse"],
  ])("signs with a key of ours %s", (_, password) => {
    using dir = tempDir({ file: "the update" });
    const { secretKey, publicKey } = generateKeys(password);
    writeFileSync(join(dir.path, "key"), unwrapped(secretKey));
    writeFileSync(join(dir.path, "key.pub"), unwrapped(publicKey));
    run(["sh", "-c", `echo "${password ?? ""}" | minisign -S -s key -m file`], { cwd: dir.path });
    expect(run(["minisign", "-V", "-p", "key.pub", "-m", "file"], { cwd: dir.path })).toContain(
      "verified",
    );
  });

  test.each([
    ["without a password", null],
    ["with a password", "correct horse"],
  ])("makes keys %s that we sign with", async (_, password) => {
    using dir = tempDir({ file: "the update" });
    const make = password === null ? "minisign -G -W" : `yes "${password}" | minisign -G`;
    run(["sh", "-c", `${make} -s key -p key.pub`], { cwd: dir.path });
    const read = (name: string): string => readFileSync(join(dir.path, name), "utf8");
    const key = openKey(read("key"), password ?? "");
    expect(parsePublicKeyText(read("key.pub")).number).toEqual(new Uint8Array(key.number));
    const signature = await signFile(join(dir.path, "file"), key, facts);
    writeFileSync(join(dir.path, "file.minisig"), unwrapped(signature));
    expect(run(["minisign", "-V", "-p", "key.pub", "-m", "file"], { cwd: dir.path })).toContain(
      "verified",
    );
  });
});
