import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSigner } from "../../../src/bundler/signing/certificate.ts";
import { runtimeMinimum } from "../../../src/contract/shipped/macos-version.ts";
import { signingByCertificate, type MacSigning } from "../../../src/bundler/macos/mac-signing.ts";
import { codeDirectory } from "../../../src/bundler/macos/signature/code-directory.ts";
import {
  entitlementsOf,
  signatureOf,
  type CodeFacts,
  type CodeSigner,
} from "../../../src/bundler/macos/signature/code-signature.ts";
import {
  entitlementBlobs,
  runtimeEntitlements,
} from "../../../src/bundler/macos/signature/entitlements.ts";
import { requirement, requirements } from "../../../src/bundler/macos/signature/requirements.ts";
import { imagesOf } from "../../../src/bundler/write/macho.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run } from "../project.ts";
import { makeCertificates } from "../signing/certificates.ts";
import { startTimeStampServer } from "../signing/time-stamp-server.ts";
import { makeDeveloperId, team } from "./developer-id.ts";
import { bunFor, missingBun, program } from "./programs.ts";
import { readCode, type Code } from "./verifier.ts";
import { signCode, universal } from "../../support/macos/code-in-memory.ts";

const plain: CodeFacts = {
  identifier: "org.example.greeter",
  entitlements: {},
  isHardened: false,
  info: null,
  resources: null,
};

function only(codes: readonly Code[]): Code {
  const [code] = codes;
  if (code === undefined || codes.length !== 1) throw new Error(`there are ${codes.length} images`);
  return code;
}

function by(signing: MacSigning): CodeSigner {
  if (signing.kind !== "certificate") throw new Error("not by a certificate");
  return signing.by;
}

describe.skipIf(missingBun !== null)(
  `Apple's own signature of Bun (${missingBun ?? "from its packages"})`,
  () => {
    for (const architecture of ["arm64", "x64"] as const) {
      test(`is what is made of the same input: ${architecture}`, () => {
        const file = readFileSync(bunFor(architecture) ?? "");
        const { directory, blobs } = only(readCode(file));
        const [image] = imagesOf(file);
        if (image?.signature === undefined || image.signature === null)
          throw new Error("it is not signed");
        const authority = {
          certificate: Buffer.alloc(0),
          team: directory.team,
          isDeveloperId: true,
        };
        const demands = requirements(requirement(directory.identifier, authority));
        expect(demands.toString("hex")).toBe(blobs.get(2)?.toString("hex") ?? "");
        const entitlements = entitlementBlobs(entitlementsOf(file));
        expect(entitlements.at(-1)?.blob.toString("hex")).toBe(blobs.get(7)?.toString("hex") ?? "");
        const text = blobs.get(5) ?? Buffer.alloc(0);
        const made = codeDirectory(file.subarray(0, image.signature.offset), {
          identifier: directory.identifier,
          team: directory.team,
          flags: directory.flags,
          runtime: image.versions?.sdk ?? null,
          pageShift: blobs.get(0)?.readUInt8(39) ?? 0,
          others: new Map([
            [2, demands],
            [5, text],
            [7, entitlements.at(-1)?.blob ?? Buffer.alloc(0)],
          ]),
          code: {
            offset: image.text.offset,
            size: image.text.size,
            isProgram: true,
            allowsDebuggers: false,
          },
        });
        expect(made.equals(blobs.get(0) ?? Buffer.alloc(0))).toBeTrue();
      });

      test(`asks for the rights that the runtime needs, and says what it runs on: ${architecture}`, () => {
        const file = readFileSync(bunFor(architecture) ?? "");
        expect(entitlementsOf(file)).toEqual({ ...runtimeEntitlements });
        const minimum = imagesOf(file)[0]?.versions?.minimum ?? 0;
        expect(`${minimum >> 16}.${(minimum >> 8) & 0xff}`).toBe(runtimeMinimum);
      });

      test(`gives way to ours: ${architecture}`, async () => {
        using folder = tempDir();
        const file = readFileSync(bunFor(architecture) ?? "");
        const { bytes } = await signCode(
          file,
          { ...plain, entitlements: runtimeEntitlements },
          null,
        );
        const { directory, problems } = only(readCode(bytes));
        expect(problems).toEqual([]);
        expect([directory.identifier, directory.flags, directory.team]).toEqual([
          plain.identifier,
          2,
          null,
        ]);
        const path = join(folder.path, "app");
        writeFileSync(path, bytes);
        const objdump = Bun.which("llvm-objdump") ?? Bun.which("llvm-objdump-14");
        if (objdump !== null)
          expect(run([objdump, "--macho", "--private-headers", path])).toContain(
            "LC_CODE_SIGNATURE",
          );
      }, 60_000);
    }
  },
);

test("a program without a signer has hashes of all its pages", async () => {
  for (const architecture of ["arm64", "x64"] as const) {
    const { bytes } = await signCode(program({ architecture }), plain, null);
    const { directory, problems, blobs } = only(readCode(bytes));
    expect(problems).toEqual([]);
    expect(directory).toMatchObject({ version: 0x20400, flags: 2, executableFlags: 1n });
    // Without anything in it, the place for a certificate's signature is there.
    expect(blobs.get(0x10000)?.length).toBe(8);
  }
});

test("a changed byte is seen by who checks", async () => {
  const { bytes } = await signCode(program(), plain, null);
  bytes[20_000] = (bytes[20_000] ?? 0) ^ 1;
  expect(only(readCode(bytes)).problems).toEqual(["page 1 was changed"]);
});

test("signing once more takes the old signature's place, and gives the same bytes", async () => {
  const once = await signCode(program(), plain, null);
  const other = await signCode(once.bytes, { ...plain, identifier: "org.example.other" }, null);
  const again = await signCode(other.bytes, plain, null);
  expect(again.bytes.equals(once.bytes)).toBeTrue();
  expect(again.seal.codeHash.toString("hex")).toBe(only(readCode(once.bytes)).directory.hash);
});

test("data behind a program becomes a part of it, at the same place", async () => {
  for (const before of [program(), (await signCode(program(), plain, null)).bytes]) {
    const pack = Buffer.from("the page's files");
    const whole = Buffer.concat([before, pack]);
    const { bytes } = await signCode(whole, plain, null);
    expect(only(readCode(bytes)).problems).toEqual([]);
    expect(bytes.subarray(before.length, whole.length).toString()).toBe(pack.toString());
    // The texts of symbols reach up to the signature, so that Apple's tools take it.
    const [image] = imagesOf(bytes);
    expect(image?.symbols?.end).toBe(image?.signature?.offset ?? -1);
  }
});

test("each image of several is signed for itself", async () => {
  const both = universal([program(), program({ architecture: "x64" })]);
  const { bytes, seal } = await signCode(both, plain, null);
  const codes = readCode(bytes);
  expect(codes.map(({ problems }) => problems)).toEqual([[], []]);
  const hashes = codes.map(({ directory }) => `cdhash H"${directory.hash}"`);
  expect(seal.requirement).toBe(hashes.join(" or "));
});

for (const [what, bytes, says] of [
  [
    "a script",
    Buffer.from("#!/bin/sh\necho no program of any kind\n"),
    "it must be a program of macOS",
  ],
  ["a program without room", program({ isFull: true }), "it has no room for a signature"],
  ["a program that is cut short", program().subarray(0, 100), "it is cut short"],
  [
    "images that are cut short",
    universal([program(), program()]).subarray(0, 60_000),
    "it is cut short",
  ],
] as const) {
  test(`${what} is not signed`, async () => {
    await expect(signCode(bytes, plain, null)).rejects.toThrow(says);
  });
}

test("rights are those of programs, in both forms, with those of every kind", async () => {
  const entitlements = {
    "com.apple.security.get-task-allow": true,
    "com.apple.security.app-sandbox": false,
    groups: ["one", "größe"],
    number: 300,
  };
  const { bytes } = await signCode(program(), { ...plain, entitlements }, null);
  expect(entitlementsOf(bytes)).toEqual(entitlements);
  const { directory, blobs } = only(readCode(bytes));
  expect(directory.executableFlags).toBe(0x11n);
  expect(blobs.get(7)?.subarray(8).toString("hex")).toStartWith("70");
  const library = await signCode(program({ isLibrary: true }), { ...plain, entitlements }, null);
  expect(signatureOf(library.bytes).map(({ slot }) => slot)).toEqual([0, 2, 0x10000]);
});

const skip = missingTool("openssl");
describe.skipIf(skip !== null)(`signatures by certificates (${skip ?? "read by openssl"})`, () => {
  /**
   * The output of openssl about the signature of the code directory. It throws if the signature is
   * invalid.
   */
  function verified(folder: string, code: Code, root: string): string {
    writeFileSync(join(folder, "cms.der"), code.blobs.get(0x10000)?.subarray(8) ?? "");
    writeFileSync(join(folder, "directory"), code.blobs.get(0) ?? "");
    const files = ["-inform", "DER", "-in", "cms.der", "-content", "directory", "-CAfile", root];
    run(["openssl", "cms", "-verify", "-binary", "-purpose", "any", ...files, "-out", "verified"], {
      cwd: folder,
    });
    return run(["openssl", "cms", "-cmsout", "-print", "-inform", "DER", "-in", "cms.der"], {
      cwd: folder,
    });
  }

  for (const kind of ["rsa", "ec"] as const) {
    test(`one by a key of ${kind} holds, and its requirement names the certificate`, async () => {
      using folder = tempDir();
      const { pem, root } = makeCertificates(folder.path, kind);
      const signing = by(signingByCertificate(readSigner(readFileSync(pem), "", "signer.pem"), 0));
      expect(signing.timeStamp).toBeNull();
      const { bytes, seal } = await signCode(program(), plain, signing);
      const code = only(readCode(bytes));
      expect(code.problems).toEqual([]);
      expect(code.directory).toMatchObject({ flags: 0, team: null });
      const output = verified(folder.path, code, root);
      expect(output).toContain("1.2.840.113635.100.9.1");
      expect(output).toContain("1.2.840.113635.100.9.2");
      expect(seal.requirement).toMatch(
        /^identifier "org\.example\.greeter" and certificate leaf = H"[0-9a-f]{40}"$/,
      );
    });
  }

  test("one by a Developer ID names the team, is hardened, and has its time proven", async () => {
    using folder = tempDir();
    const certificates = makeCertificates(folder.path, "rsa");
    using server = startTimeStampServer(certificates);
    const { root, signing } = makeDeveloperId(folder.path);
    const signer = by(signing(server.address));
    const { bytes, seal } = await signCode(program(), { ...plain, isHardened: true }, signer);
    const code = only(readCode(bytes));
    expect(code.problems).toEqual([]);
    expect(code.directory).toMatchObject({
      flags: 0x10000,
      team,
      version: 0x20500,
      runtime: 0x001a0500,
    });
    expect(server.asked).toBe(1);
    expect(verified(folder.path, code, root)).toContain("id-smime-aa-timeStampToken");
    expect(seal.requirement).toBe(
      'identifier "org.example.greeter" and anchor apple generic and certificate 1[field.1.2.840.113635.100.6.2.6] /* exists */ and certificate leaf[field.1.2.840.113635.100.6.1.13] /* exists */ and certificate leaf[subject.OU] = ABCDE12345',
    );
  });

  test("the same sources have the same signature where no time is proven", async () => {
    using folder = tempDir();
    const { pem } = makeCertificates(folder.path, "rsa");
    const signer = readSigner(readFileSync(pem), "", "signer.pem");
    const sign = async () =>
      (await signCode(program(), plain, by(signingByCertificate(signer, 0)))).bytes;
    expect((await sign()).equals(await sign())).toBeTrue();
    // A certificate signs nothing before its time.
    const began = new Date(signer.chain[0]?.validFrom ?? "");
    expect(by(signingByCertificate(signer, 0)).time).toEqual(began);
    const later = began.getTime() / 1000 + 60;
    expect(by(signingByCertificate(signer, later)).time).toEqual(new Date(later * 1000));
  });

  test("a certificate without those above it is refused", () => {
    using folder = tempDir();
    const { pem } = makeDeveloperId(folder.path);
    const alone = readSigner(Buffer.from(pem({ isAlone: true })), "", "signer.pem");
    expect(() => signingByCertificate(alone, 0)).toThrow(
      'its file must hold those above it, too, up to "Developer ID Certification Authority"',
    );
  });
});
