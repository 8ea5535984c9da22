import { describe, expect, test } from "bun:test";
import { verify, X509Certificate } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSigner } from "../../../src/bundler/signing/certificate.ts";
import {
  signExecutable,
  type AuthenticodeOptions,
} from "../../../src/bundler/windows/authenticode.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run } from "../project.ts";
import { makeCertificates, type Certificates, type KeyKind } from "../signing/certificates.ts";
import { startTimeStampServer } from "../signing/time-stamp-server.ts";
import { runtime } from "./resources.ts";
import { readSource } from "../../../src/bundler/write/source.ts";

const skip = missingTool("openssl") ?? missingTool("osslsigncode");

describe.skipIf(skip !== null)(`signed executables (${skip ?? "read by osslsigncode"})`, () => {
  async function signed(
    { folder, pem }: Certificates,
    change: Partial<AuthenticodeOptions> = {},
    file: Uint8Array = runtime(),
  ): Promise<{ path: string; bytes: Uint8Array }> {
    const made = await signExecutable(file, {
      signer: readSigner(readFileSync(pem), "", "signer.pem"),
      digest: "sha256",
      timeStamp: null,
      program: null,
      homepage: null,
      time: null,
      ...change,
    });
    const bytes = readSource(made);
    const path = join(folder, "signed.exe");
    writeFileSync(path, bytes);
    return { path, bytes };
  }

  /** The output of an independent reader. It throws if the signature is invalid. */
  function verified({ folder, root }: Certificates, path: string): string {
    return run(["osslsigncode", "verify", "-CAfile", root, "-TSA-CAfile", root, "-in", path], {
      cwd: folder,
    });
  }

  for (const kind of ["rsa", "ec"] satisfies KeyKind[]) {
    test(`a signature by a key of ${kind} holds`, async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, kind);
      const { path } = await signed(certificates);
      expect(verified(certificates, path)).toContain("Signature verification: ok");
    });
  }

  for (const digest of ["sha384", "sha512"] as const) {
    test(`a digest of ${digest} holds`, async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "rsa");
      expect(verified(certificates, (await signed(certificates, { digest })).path)).toContain(
        "Signature verification: ok",
      );
    });
  }

  test("it names the program and where to read of it", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    const { path } = await signed(certificates, {
      program: "Größe",
      homepage: "https://example.org/",
    });
    const output = verified(certificates, path);
    expect(output).toContain("Größe");
    expect(output).toContain("https://example.org/");
  });

  test("a changed byte is noticed", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    const { path, bytes } = await signed(certificates);
    const changed = Buffer.from(bytes);
    changed[600] = (changed[600] ?? 0) ^ 1;
    writeFileSync(path, changed);
    expect(() => verified(certificates, path)).toThrow();
  });

  test("signing once more takes the old signature's place, and gives the same bytes", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    const { bytes } = await signed(certificates);
    const again = await signed(certificates, {}, bytes);
    expect(Buffer.from(again.bytes).equals(bytes)).toBeTrue();
  });

  for (const tsp of [true, false]) {
    test(`a time stamp by ${tsp ? "RFC 3161" : "Authenticode's own protocol"} holds`, async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "rsa");
      using server = startTimeStampServer(certificates);
      const { path } = await signed(certificates, { timeStamp: { address: server.address, tsp } });
      const output = verified(certificates, path);
      expect(output).toContain("Signature verification: ok");
      expect(output).toContain("Timestamp Server Signature verification: ok");
      expect(server.asked).toBe(1);
    });
  }

  for (const [what, falsely] of [
    ["was given before", (query: Buffer, first: Buffer) => (query === first ? query : first)],
    [
      "is of something else",
      (query: Buffer) => (query.writeUInt8(query.readUInt8(40) ^ 1, 40), query),
    ],
  ] as const) {
    test(`a time stamp that ${what} is not taken`, async () => {
      using folder = tempDir();
      const certificates = makeCertificates(folder.path, "rsa");
      using stamping = startTimeStampServer(certificates);
      let first: Buffer | null = null;
      using server = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        async fetch(request) {
          const query = Buffer.from(await request.bytes());
          first ??= query;
          return await fetch(stamping.address, {
            method: "POST",
            headers: { "content-type": "application/timestamp-query" },
            body: new Uint8Array(falsely(query, first)),
          });
        },
      });
      const address = server.url.href;
      const stamped = () => signed(certificates, { timeStamp: { address, tsp: true } });
      const refusal = `Cannot get a time stamp from "${address}": its answer is to another question`;
      if (what === "was given before") await stamped();
      await expect(stamped()).rejects.toThrow(refusal);
    });
  }

  test("a server that does not stamp is named", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    using server = Bun.serve({ port: 0, fetch: () => new Response("no", { status: 503 }) });
    const address = server.url.href;
    await expect(signed(certificates, { timeStamp: { address, tsp: true } })).rejects.toThrow(
      `Cannot get a time stamp from "${address}": it answered with 503`,
    );
  });

  test("a certificate comes from PKCS #12 with old and new encryption, and its password is needed", async () => {
    using folder = tempDir();
    for (const kind of ["rsa", "ec"] satisfies KeyKind[]) {
      const certificates = makeCertificates(folder.path, kind);
      const { publicKey } = new X509Certificate(readFileSync(certificates.certificate));
      const text = Buffer.from("some text");
      for (const options of ["", " -legacy"]) {
        const file = certificates.pkcs12("secret", options);
        const signer = readSigner(readFileSync(file), "secret", "signer.p12");
        expect(signer.chain).toHaveLength(2);
        expect(verify("sha256", text, publicKey, await signer.sign(text, "sha256"))).toBeTrue();
        expect(() => readSigner(readFileSync(file), "wrong", "signer.p12")).toThrow(
          'Cannot open "signer.p12"',
        );
      }
    }
  });
});

test("a file that is no executable is refused", async () => {
  const options = { digest: "sha256" } as AuthenticodeOptions;
  await expect(signExecutable(Buffer.from("MZ, but no more"), options)).rejects.toThrow(
    "want an executable of Windows",
  );
});
