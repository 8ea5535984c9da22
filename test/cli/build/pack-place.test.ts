import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPackedSpec, readPackFile } from "../../../src/app/app-spec.ts";
import { openPack } from "../../../src/app/pack.ts";
import { readSigner } from "../../../src/bundler/signing/certificate.ts";
import { signExecutable } from "../../../src/bundler/windows/authenticode.ts";
import { writeFile } from "../../../src/disk/write.ts";
import { appendPack, type PackContent } from "../../../src/cli/build/files/pack.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool } from "../../bundler/project.ts";
import { program } from "../../bundler/macos/programs.ts";
import { makeCertificates } from "../../bundler/signing/certificates.ts";
import { runtime } from "../../bundler/windows/resources.ts";
import { signCode, universal } from "../../support/macos/code-in-memory.ts";
import { readSource } from "../../../src/bundler/write/source.ts";

const facts = {
  identifier: "org.example.app",
  entitlements: {},
  isHardened: false,
  info: null,
  resources: null,
};

/** An executable with a page behind it. */
async function packed(
  folder: string,
  name: string,
  executable: Uint8Array,
  text: string | Uint8Array = "the page",
): Promise<Buffer> {
  const [path, page] = [join(folder, name), join(folder, "index.html")];
  writeFileSync(path, executable);
  writeFileSync(page, text);
  const content = {
    frontEnd: { kind: "folder", folder },
    pageFiles: [{ path: "index.html", source: page }],
    isolationFiles: null,
    iconFiles: { window: page, tray: null },
    appSpec: { frameworkVersion: name },
  };
  await appendPack(path, content as unknown as PackContent);
  return readFileSync(path);
}

/** The page and the icon that an executable finds. */
function found(folder: string, bytes: Uint8Array): { version: string; contents: string[] } {
  const path = join(folder, "signed");
  writeFileSync(path, bytes);
  const { assets, icons, frameworkVersion } = readPackedSpec(openPack(path));
  if (assets.kind !== "pack" || icons.window?.kind !== "pack") throw new Error("nothing is packed");
  const places = [...Object.values(assets.files), icons.window];
  const contents = places.map(({ offset, length }) =>
    Buffer.from(bytes.subarray(offset, offset + length)).toString(),
  );
  return { version: frameworkVersion, contents };
}

const both = ["the page", "the page"];

for (const architecture of ["x64", "arm64"] as const) {
  test(`a signed app of macOS finds its page: ${architecture}`, async () => {
    using folder = tempDir();
    const app = await packed(folder.path, "app", program({ architecture }));
    const { bytes } = await signCode(app, facts, null);
    expect(found(folder.path, bytes).contents).toEqual(both);
    const again = await signCode(bytes, { ...facts, identifier: "org.example.longer.app" }, null);
    expect(found(folder.path, again.bytes).contents).toEqual(both);
  });
}

test("an app of macOS for both processors finds the page of its own part", async () => {
  using folder = tempDir();
  const apps = await Promise.all(
    (["arm64", "x64"] as const).map((architecture) =>
      packed(folder.path, architecture, program({ architecture })),
    ),
  );
  const { bytes } = await signCode(universal(apps), facts, null);
  expect(found(folder.path, bytes)).toEqual({ version: process.arch, contents: both });
});

const skip = missingTool("openssl");
describe.skipIf(skip !== null)(`signed by a certificate (${skip ?? "of openssl's"})`, () => {
  test("a signed app of Windows finds its page", async () => {
    using folder = tempDir();
    const { pem } = makeCertificates(folder.path, "rsa");
    const app = await packed(folder.path, "app", runtime());
    const made = await signExecutable(app, {
      signer: readSigner(readFileSync(pem), "", "signer.pem"),
      digest: "sha256",
      timeStamp: null,
      program: null,
      homepage: null,
      time: null,
    });
    expect(found(folder.path, readSource(made)).contents).toEqual(both);
  });
});

test("an unsigned app finds its page behind it", async () => {
  using folder = tempDir();
  for (const executable of [Buffer.alloc(5000, 1), runtime(), Buffer.from("#!")])
    expect(found(folder.path, await packed(folder.path, "app", executable)).contents).toEqual(both);
});

test("a pack in a file of its own is found whatever the first page begins with", async () => {
  using folder = tempDir();
  // The first bytes of Windows and macOS files, and offsets far behind the end.
  for (const start of ["MZ", "\xca\xfe\xba\xbe", "\xcf\xfa\xed\xfe"]) {
    const page = Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(8192, 0x40)]);
    await packed(folder.path, "app.pack", new Uint8Array(), page);
    const { assets } = readPackFile(openPack(join(folder.path, "app.pack")));
    expect(assets).toMatchObject({
      kind: "pack",
      files: { "index.html": { offset: 0, length: page.length } },
    });
  }
});

test("an app without its pack says what to do, wherever that should be", () => {
  using folder = tempDir();
  const path = join(folder.path, "app");
  for (const length of [0, 5, 100]) {
    writeFileSync(path, Buffer.alloc(length));
    expect(() => readPackFile(openPack(path))).toThrow(
      `Cannot start "${path}": it does not hold the app's files; install the app again`,
    );
    expect(() => readPackedSpec(openPack(path))).toThrow(
      `Cannot start "${path}": the files behind the executable are missing; was it stripped?`,
    );
  }
});

test.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "a full disk is reported with the file that does not fit",
  async () => {
    using folder = tempDir({ "index.html": "the page" });
    const content = {
      frontEnd: { kind: "folder", folder: folder.path },
      pageFiles: [{ path: "index.html", source: join(folder.path, "index.html") }],
      isolationFiles: null,
      iconFiles: { window: null, tray: null },
      appSpec: {},
    };
    const disk = join(folder.path, "disk");
    mkdirSync(disk);
    // Only root may mount, and so fill a disk without harm.
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]);
    try {
      const path = join(disk, "app");
      writeFileSync(path, "");
      writeFileSync(join(folder.path, "index.html"), Buffer.alloc(200_000));
      await expect(appendPack(path, content as unknown as PackContent)).rejects.toThrow(
        `ENOSPC: no space left on device, write '${path}'`,
      );
      expect(() => writeFile(path, Buffer.alloc(200_000), 0o666)).toThrow(`write '${path}'`);
    } finally {
      execFileSync("umount", [disk]);
    }
  },
);
