import { describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { windowsSigning } from "../../../src/cli/build/signing/windows-signing.ts";
import { openProject, type Project } from "../../../src/cli/project/project.ts";
import {
  certificatePasswordVariable,
  certificateVariable,
} from "../../../src/process/environment.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run } from "../../bundler/project.ts";
import { makeCertificates } from "../../bundler/signing/certificates.ts";
import { startTimeStampServer } from "../../bundler/signing/time-stamp-server.ts";
import { runtime } from "../../bundler/windows/resources.ts";
import { thisMachine } from "../../support/this-machine.ts";

function project(
  windows: Readonly<Record<string, unknown>>,
): TempDir & { readonly project: Project } {
  const folder = tempDir({
    "package.json": '{"name": "small", "homepage": "https://example.org/"}',
    "src-framework/framework.conf.json": JSON.stringify({
      package: { productName: "Small", version: "1.2.3" },
      build: { distDir: "../dist", devPath: "../dist" },
      framework: { bundle: { identifier: "org.example.small", windows } },
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
    project: openProject(terminal, { system: "windows", command: "build" }),
  });
}

test("without a certificate and a command, nothing is signed", () => {
  using small = project({ digestAlgorithm: "sha256" });
  expect(windowsSigning(small.project, {}, "linux")).toBeNull();
});

test("a certificate of the store is asked for where there is no store", () => {
  using small = project({ certificateThumbprint: "ab12", digestAlgorithm: "sha256" });
  expect(() => windowsSigning(small.project, {}, "linux")).toThrow(
    `Cannot sign with the certificate "ab12" of a certificate store: build on Windows, or set ${certificateVariable}`,
  );
});

test("a digest that Windows does not take is refused", () => {
  using small = project({ digestAlgorithm: "md5" });
  expect(() => windowsSigning(small.project, {}, "linux")).toThrow(
    'Cannot sign with "md5": use sha256, sha384, sha512',
  );
});

test("a certificate that is not there is named", () => {
  using small = project({});
  expect(() => windowsSigning(small.project, { [certificateVariable]: "no.p12" }, "linux")).toThrow(
    'Cannot find "no.p12"',
  );
});

test("a command gets the file's whole path as one word, whatever is in it", async () => {
  using small = project({ signCommand: '"./my signer.sh" --to %1 "%1.log"' });
  const signer = join(small.path, "src-framework/my signer.sh");
  writeFileSync(signer, '#!/bin/sh\nprintf "%s\\n" "$@" > said\n');
  chmodSync(signer, 0o755);
  const file = join(small.path, "a b; touch harm $(touch harm).exe");
  await windowsSigning(small.project, {}, "linux")?.sign(file);
  const output = readFileSync(join(small.path, "src-framework/said"), "utf8");
  expect(output).toBe(`--to\n${file}\n${file}.log\n`);
});

test("a command that fails is named with what it said, without its colours", async () => {
  using small = project({ signCommand: `sh -c "printf '\\033[32mno\\033[39m key'; exit 3" %1` });
  const signing = windowsSigning(small.project, {}, "linux");
  const failed = signing?.sign("some.exe");
  await expect(failed).rejects.toThrow(/^Cannot sign "some.exe": "sh .*" ended with 3\nno key$/s);
});

const skip = missingTool("openssl") ?? missingTool("osslsigncode");
describe.skipIf(skip !== null)(`by a certificate (${skip ?? "checked by osslsigncode"})`, () => {
  for (const form of ["file", "base64"] as const) {
    test(`given as ${form}`, async () => {
      using small = project({});
      const certificates = makeCertificates(small.path, "rsa");
      const { folder, root } = certificates;
      const file = certificates.pkcs12("secret");
      const given = form === "file" ? file : readFileSync(file).toString("base64");
      const environment = { [certificateVariable]: given, [certificatePasswordVariable]: "secret" };
      const signing = windowsSigning(small.project, environment, "linux");
      const path = join(folder, "app.exe");
      writeFileSync(path, runtime());
      await signing?.sign(path);
      const { stdout } = Bun.spawnSync(["osslsigncode", "verify", "-CAfile", root, "-in", path]);
      expect(stdout.toString()).toContain("Signature verification: ok");
      expect(stdout.toString()).toContain("https://example.org/");
    });
  }

  test("digestAlgorithm, timestampUrl and tsp are in the signature, each when it is asked for", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    const { root, pem } = certificates;
    using server = startTimeStampServer(certificates);
    const made = async (settings: Readonly<Record<string, unknown>>) => {
      using small = project(settings);
      const path = join(small.path, "app.exe");
      writeFileSync(path, runtime());
      await windowsSigning(small.project, { [certificateVariable]: pem }, "linux")?.sign(path);
      const output = run([
        "osslsigncode",
        "verify",
        "-CAfile",
        root,
        "-TSA-CAfile",
        root,
        "-in",
        path,
      ]);
      return {
        digest: /^Message digest algorithm *: (\w+)/m.exec(output)?.[1],
        isStamped: output.includes("Timestamp Server Signature verification: ok"),
        by: server.protocol,
      };
    };
    const plain = { digest: "SHA256", isStamped: false, by: null };
    expect(await made({})).toEqual(plain);
    expect(await made({ digestAlgorithm: "SHA-512" })).toEqual({ ...plain, digest: "SHA512" });
    const timestampUrl = server.address;
    expect(await made({ timestampUrl })).toEqual({ ...plain, isStamped: true, by: "Authenticode" });
    expect(await made({ timestampUrl, tsp: true })).toEqual({
      ...plain,
      isStamped: true,
      by: "RFC 3161",
    });
  });

  test("one with another thumbprint than the configuration's is refused", () => {
    using small = project({ certificateThumbprint: "00:11", digestAlgorithm: "sha256" });
    const { pem } = makeCertificates(small.path, "rsa");
    const { fingerprint } = new X509Certificate(readFileSync(pem));
    const thumbprint = fingerprint.replaceAll(":", "").toLowerCase();
    expect(() => windowsSigning(small.project, { [certificateVariable]: pem }, "linux")).toThrow(
      `its thumbprint is "${thumbprint}", certificateThumbprint is "00:11"`,
    );
    using other = project({ certificateThumbprint: fingerprint, digestAlgorithm: "sha256" });
    expect(windowsSigning(other.project, { [certificateVariable]: pem }, "linux")).not.toBeNull();
  });
});
