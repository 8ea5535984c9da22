import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { appleNotary } from "../../../src/bundler/index.ts";
import { compiledTargets, parseBuildTarget } from "../../../src/cli/build/build-target.ts";
import { macosSigning, notaryKey } from "../../../src/cli/build/signing/macos-signing.ts";
import { findSecret } from "../../../src/cli/build/signing/secrets.ts";
import { openProject, type Project } from "../../../src/cli/project/project.ts";
import type { System } from "../../../src/contract/target.ts";
import { environmentForOthers, type Environment } from "../../../src/process/environment.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { missingTool } from "../../bundler/project.ts";
import { identity, makeDeveloperId } from "../../bundler/macos/developer-id.ts";
import { makeCertificates } from "../../bundler/signing/certificates.ts";
import { thisMachine } from "../../support/this-machine.ts";

function project(
  macOS: Readonly<Record<string, unknown>> = {},
): TempDir & { readonly project: Project } {
  const folder = tempDir({
    "package.json": '{"name": "small"}',
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: { bundle: { identifier: "org.example.small", macOS } },
    }),
  });
  const terminal = {
    cwd: folder.path,
    host: thisMachine,
    color: false,
    out: () => {},
    err: () => {},
  };
  return Object.assign(folder, {
    project: openProject(terminal, { system: "macos", command: "build" }),
  });
}

function signing(small: Project, environment: Environment = {}, host: System = "linux") {
  return macosSigning(small, { environment, host, time: 0 });
}

test("without a certificate and an identity, the signature is ad-hoc", () => {
  using small = project();
  expect(signing(small.project)).toEqual({ kind: "ad-hoc" });
  using dash = project({ signingIdentity: "-" });
  expect(signing(dash.project, { FRAMEWORK_APPLE_CERTIFICATE: "some.p12" })).toEqual({
    kind: "ad-hoc",
  });
});

test("an identity of a keychain is for the system's own tool, where there is one", () => {
  using small = project({ signingIdentity: "Developer ID Application: Ada" });
  expect(signing(small.project, {}, "macos")).toEqual({
    kind: "tool",
    identity: "Developer ID Application: Ada",
  });
  expect(() => signing(small.project)).toThrow(
    'Cannot sign as "Developer ID Application: Ada" with a certificate of a keychain: set FRAMEWORK_APPLE_CERTIFICATE',
  );
});

const skip = missingTool("openssl");
describe.skipIf(skip !== null)(`with a certificate (${skip ?? "of openssl's"})`, () => {
  test("it is read from a file, from base64 and from PEM, and its password is needed", () => {
    using small = project();
    const certificates = makeCertificates(small.path, "rsa");
    const { pem } = certificates;
    const file = certificates.pkcs12("secret");
    const password = { FRAMEWORK_APPLE_CERTIFICATE_PASSWORD: "secret" };
    const paths = [file, relative(process.cwd(), file), relative(small.project.configFolder, file)];
    for (const given of [
      ...paths,
      readFileSync(file).toString("base64"),
      readFileSync(pem, "utf8"),
    ])
      expect(signing(small.project, { FRAMEWORK_APPLE_CERTIFICATE: given, ...password }).kind).toBe(
        "certificate",
      );
    expect(() => signing(small.project, { FRAMEWORK_APPLE_CERTIFICATE: file })).toThrow(
      `Cannot open "${file}"`,
    );
    expect(() => signing(small.project, { FRAMEWORK_APPLE_CERTIFICATE: "no.p12" })).toThrow(
      'Cannot find "no.p12"',
    );
  });

  test("it must be that of the identity: by its name, a part of it, or its thumbprint", () => {
    using folder = tempDir();
    const { pem, signer } = makeDeveloperId(folder.path);
    const environment = { FRAMEWORK_APPLE_CERTIFICATE: pem() };
    const thumbprint = signer.chain[0]?.fingerprint.replaceAll(":", "").toLowerCase() ?? "";
    for (const signingIdentity of [identity, "Developer ID Application", thumbprint]) {
      using small = project({ signingIdentity });
      const made = signing(small.project, environment);
      expect(made.kind === "certificate" && made.by.authority.isDeveloperId).toBeTrue();
      expect(made.kind === "certificate" && made.by.timeStamp).toBe(
        "http://timestamp.apple.com/ts01",
      );
    }
    using other = project({ signingIdentity: "Developer ID Application: Charles" });
    expect(() => signing(other.project, environment)).toThrow(
      'it is not the one of macOS.signingIdentity "Developer ID Application: Charles"',
    );
  });
});

describe("the key for notarization", () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const p8 = key.export({ format: "pem", type: "pkcs8" }).toString();

  test("is none without its variable", () => {
    using small = project();
    expect(notaryKey(small.project, {})).toBeNull();
  });

  test("is a file or its content, with its number and that of who made it", () => {
    using small = project();
    const file = join(small.path, "AuthKey.p8");
    writeFileSync(file, p8);
    const numbers = { FRAMEWORK_APPLE_API_KEY_ID: "ABC", FRAMEWORK_APPLE_API_ISSUER: "57246542" };
    for (const given of [file, p8, Buffer.from(p8).toString("base64")]) {
      const found = notaryKey(small.project, { FRAMEWORK_APPLE_API_KEY: given, ...numbers });
      expect(found?.key.equals(key)).toBeTrue();
      expect(found).toMatchObject({ keyId: "ABC", issuer: "57246542", service: appleNotary });
    }
    const own = { FRAMEWORK_APPLE_API_KEY: p8, FRAMEWORK_APPLE_API_KEY_ID: "ABC" };
    expect(notaryKey(small.project, own)?.issuer).toBeNull();
  });

  test("is refused without its number, or when it is another kind of key", () => {
    using small = project();
    expect(() => notaryKey(small.project, { FRAMEWORK_APPLE_API_KEY: p8 })).toThrow(
      "set FRAMEWORK_APPLE_API_KEY_ID to its number",
    );
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const pem = rsa.export({ format: "pem", type: "pkcs8" }).toString();
    expect(() =>
      notaryKey(small.project, { FRAMEWORK_APPLE_API_KEY: pem, FRAMEWORK_APPLE_API_KEY_ID: "ABC" }),
    ).toThrow("it must be a .p8 key of App Store Connect");
  });
});

test("no other program gets a secret, and the build finds each secret in a shipped file", () => {
  const secrets = {
    FRAMEWORK_APPLE_CERTIFICATE: "c".repeat(300),
    FRAMEWORK_APPLE_CERTIFICATE_PASSWORD: "long password",
    FRAMEWORK_APPLE_API_KEY: "k".repeat(300),
  };
  expect(environmentForOthers("/bin/app", { ...secrets, HOME: "/home/ada" })).toEqual({
    HOME: "/home/ada",
  });
  for (const [name, value] of Object.entries(secrets))
    expect(findSecret(Buffer.from(`page: ${value}`), secrets)).toBe(`the value of ${name}`);
});

test("both of a Mac's processors are a target, made of two", () => {
  const both = parseBuildTarget("universal-apple-darwin", thisMachine);
  expect(both.isUniversal).toBeTrue();
  expect(compiledTargets(both)).toEqual([
    { system: "macos", architecture: "x64" },
    { system: "macos", architecture: "arm64" },
  ]);
  const one = parseBuildTarget("aarch64-apple-darwin", thisMachine);
  expect(compiledTargets(one)).toEqual([{ system: "macos", architecture: "arm64" }]);
});
