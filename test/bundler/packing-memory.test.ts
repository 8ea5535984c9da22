import { expect, test } from "bun:test";
import { statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { program } from "./macos/programs.ts";
import { missingTool, run } from "./project.ts";
import { makeCertificates } from "./signing/certificates.ts";
import { runtime } from "./windows/resources.ts";
import { root } from "../support/app/display-app.ts";

/**
 * Runs a program that prints its peak, and maybe other words.
 * @returns its largest memory in kilobytes, and the words after that
 */
async function measured(
  program: string,
  ...args: readonly string[]
): Promise<[number, ...string[]]> {
  const text = `${program}
function peakOf(status) { return /^VmHWM:\\s+(\\d+) kB$/m.exec(status)?.[1]; }`;
  const child = Bun.spawn([process.execPath, "-e", text, ...args], {
    stdout: "pipe",
    stderr: "inherit",
  });
  const [kilobytes, ...words] = (await new Response(child.stdout).text()).trim().split(" ");
  return [Number(kilobytes), ...words];
}

/** A file that takes no space on the disk. */
function makeLarge(folder: string, megabytes: number, head: string | Uint8Array = ""): void {
  const path = join(folder, "large");
  writeFileSync(path, head);
  truncateSync(path, megabytes << 20);
}

// Not `process.resourceUsage`: there it is at least what the process that started this one had.
const peak = `const peak = peakOf(await Bun.file("/proc/self/status").text());`;

// Data that hardly compresses needs the most memory: the original, and the compressed form. Data
// that does not compress at all is stored.
const megabytes = 64;
const hardlyCompressible = `
import { noStore } from ${JSON.stringify(join(root, "src/bundler/part-store.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
import { xz } from ${JSON.stringify(join(root, "src/bundler/write/xz/xz.ts"))};
const bytes = Buffer.alloc(${megabytes} << 20);
for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
for (let at = 0; at < bytes.length; at++) bytes[at] &= 0x7f;
const options = { store: noStore, folder: openRoot(process.argv.at(-1)), progress: () => {} };
const packed = await xz([{ bytes, way: ["-mx=1"] }], options);
if (packed.length > 0.95 * bytes.length) throw new Error("It was stored");
${peak}
console.log(peak);
`;

test.skipIf(process.platform !== "linux")(
  "xz holds a few copies of its input in memory, not ten",
  async () => {
    using folder = tempDir();
    const [kilobytes] = await measured(hardlyCompressible, folder.path);
    expect(kilobytes).toBeGreaterThan(2 * megabytes * 1024);
    expect(kilobytes).toBeLessThan(8 * megabytes * 1024);
  },
);

const packages = `
import { noStore } from ${JSON.stringify(join(root, "src/bundler/part-store.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
import { writeFile } from ${JSON.stringify(join(root, "src/disk/write.ts"))};
import { zstdBlocks } from ${JSON.stringify(join(root, "src/bundler/write/compress.ts"))};
import { withFolders } from ${JSON.stringify(join(root, "src/bundler/write/entries.ts"))};
import { checksum, fileSource, piecesOf, slice } from ${JSON.stringify(join(root, "src/bundler/write/source.ts"))};
import { writeSquashfs } from ${JSON.stringify(join(root, "src/bundler/write/squashfs/image.ts"))};
import { tarSource } from ${JSON.stringify(join(root, "src/bundler/write/tar.ts"))};
import { xz } from ${JSON.stringify(join(root, "src/bundler/write/xz/xz.ts"))};
const folder = openRoot(process.argv.at(-1));
const large = fileSource(folder + "/large");
const entries = withFolders([{ kind: "file", path: "a/large", mode: 0o644, bytes: large }]);
await writeSquashfs(folder + "/image", entries, { time: 0, compress: zstdBlocks(1), blockSize: 1 << 20 });
const archive = tarSource(entries, { time: 0, prefix: "" });
const half = archive.length >> 1;
const parts = [slice(archive, 0, half), slice(archive, half)].map((bytes) => ({ bytes, way: ["-mx=1"] }));
const bytes = await xz(parts, { store: noStore, folder, progress: () => {} });
writeFile(folder + "/data.tar.xz", piecesOf(bytes), 0o644);
${peak}
console.log(peak, checksum("sha256", archive));
`;

const noXz = missingTool("xz");
test.skipIf(process.platform !== "linux" || noXz !== null)(
  `a package may be larger than what is in memory of it (${noXz ?? "installed"})`,
  async () => {
    using folder = tempDir();
    const packed = join(folder.path, "data.tar.xz");
    const most = 700;
    makeLarge(folder.path, most);
    const [kilobytes, sum] = await measured(packages, folder.path);
    expect(kilobytes).toBeLessThan((most * 1024) / 2);
    const unpacked = run(["sh", "-c", 'xz -dc "$0" | sha256sum', packed], { cwd: folder.path });
    expect(unpacked).toBe(`${sum}  -\n`);
  },
);

const payload = `
import { packPayload } from ${JSON.stringify(join(root, "src/bundler/linux/payload.ts"))};
import { noStore } from ${JSON.stringify(join(root, "src/bundler/part-store.ts"))};
import { fileSource, joined } from ${JSON.stringify(join(root, "src/bundler/write/source.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
const [path, effort] = process.argv.slice(-2);
const large = fileSource(path + "/large");
const context = { folder: openRoot(path), effort, store: noStore, progress: () => {} };
const { bytes } = await packPayload(joined([large]), "x64", large, context);
${peak}
console.log(peak, bytes.length);
`;

test.skipIf(process.platform !== "linux").each([
  ["a debug package is packed from disk to disk", "quick", 300, 150],
  ["the packer of a release has a small dictionary", "small", 100, 250],
] as const)("%s", async (_, effort, content, most) => {
  using folder = tempDir();
  makeLarge(folder.path, content);
  const [kilobytes, length] = await measured(payload, folder.path, effort);
  expect(Number(length)).toBeGreaterThan(0);
  expect(kilobytes).toBeLessThan(most * 1024);
});

const database = `
import { writeFile } from ${JSON.stringify(join(root, "src/disk/write.ts"))};
import { cabinet } from ${JSON.stringify(join(root, "src/bundler/write/cab.ts"))};
import { compoundFile } from ${JSON.stringify(join(root, "src/bundler/write/cfb.ts"))};
import { fileSource, piecesOf } from ${JSON.stringify(join(root, "src/bundler/write/source.ts"))};
import { fileVersion } from ${JSON.stringify(join(root, "src/bundler/windows/msi/file-version.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
const folder = openRoot(process.argv.at(-1));
const large = fileSource(folder + "/large");
const version = fileVersion(large);
const bytes = await cabinet([{ name: "large", bytes: large }], { path: folder + "/blocks", level: 1, time: 0 });
// A second stream in place of content that cannot be compressed.
const streams = [{ name: "cabinet", bytes }, { name: "other", bytes: large }];
writeFile(folder + "/database", piecesOf(compoundFile(Buffer.alloc(16), streams)), 0o644);
${peak}
console.log(peak, version);
`;

test.skipIf(process.platform !== "linux")(
  "the files of an installer's database go from disk to disk",
  async () => {
    using folder = tempDir();
    makeLarge(folder.path, 300);
    const [kilobytes, version] = await measured(database, folder.path);
    expect(version).toBe("null");
    expect(kilobytes).toBeLessThan(200 * 1024);
    expect(statSync(join(folder.path, "database")).size).toBeGreaterThan(300 << 20);
  },
);

const image = `
import { signCode } from ${JSON.stringify(join(root, "src/bundler/macos/signature/code-signature.ts"))};
import { hfsPlusVolume } from ${JSON.stringify(join(root, "src/bundler/write/hfsplus/volume.ts"))};
import { fileSource, piecesOf } from ${JSON.stringify(join(root, "src/bundler/write/source.ts"))};
import { udif } from ${JSON.stringify(join(root, "src/bundler/write/udif.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
import { writeFile } from ${JSON.stringify(join(root, "src/disk/write.ts"))};
const folder = openRoot(process.argv.at(-1));
const facts = { identifier: "a.b", entitlements: {}, isHardened: false, info: null, resources: null };
const { bytes } = await signCode(fileSource(folder + "/large"), facts, null);
const entries = [{ kind: "file", path: "large", mode: 0o755, bytes }];
const volume = hfsPlusVolume(entries, { name: "Large", time: 0, finder: new Map() });
const packing = { kind: "zlib", pack: async (blocks) => blocks };
const made = await udif(volume, { packing, resources: {}, progress: () => {} });
writeFile(folder + "/image", piecesOf(made), 0o644);
${peak}
console.log(peak, volume.length);
`;

test.skipIf(process.platform !== "linux")(
  "a program for macOS is signed and put into an image from disk to disk",
  async () => {
    using folder = tempDir();
    makeLarge(folder.path, 300, program({}));
    const [kilobytes, length] = await measured(image, folder.path);
    expect(Number(length)).toBeGreaterThan(300 << 20);
    expect(kilobytes).toBeLessThan(200 * 1024);
  },
);

const executable = `
import { fileSource, piecesOf } from ${JSON.stringify(join(root, "src/bundler/write/source.ts"))};
import { readSigner } from ${JSON.stringify(join(root, "src/bundler/signing/certificate.ts"))};
import { isUnsigned, signExecutable } from ${JSON.stringify(join(root, "src/bundler/windows/authenticode.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
import { writeFile } from ${JSON.stringify(join(root, "src/disk/write.ts"))};
const [path, pem] = process.argv.slice(-2);
const folder = openRoot(path);
const signer = readSigner(Buffer.from(await Bun.file(pem).bytes()), "", "signer.pem");
const options = { signer, digest: "sha256", timeStamp: null, program: null, homepage: null, time: null };
const signed = await signExecutable(fileSource(folder + "/large"), options);
writeFile(folder + "/signed", piecesOf(signed), 0o755);
${peak}
console.log(peak, isUnsigned(fileSource(folder + "/signed")));
`;

const noOpenssl = missingTool("openssl");
test.skipIf(process.platform !== "linux" || noOpenssl !== null)(
  `an executable for Windows is signed from disk to disk (${noOpenssl ?? "installed"})`,
  async () => {
    using folder = tempDir();
    makeLarge(folder.path, 300, runtime());
    const { pem } = makeCertificates(folder.path, "rsa");
    const [kilobytes, isUnsigned] = await measured(executable, folder.path, pem);
    expect(isUnsigned).toBe("false");
    expect(kilobytes).toBeLessThan(200 * 1024);
  },
);

const update = `
import { writeChunks } from ${JSON.stringify(join(root, "src/bundler/update-chunks.ts"))};
import { deflateTo, gzipToFile } from ${JSON.stringify(join(root, "src/bundler/write/compress.ts"))};
import { fileSource, piecesOf } from ${JSON.stringify(join(root, "src/bundler/write/source.ts"))};
import { zipOf } from ${JSON.stringify(join(root, "src/bundler/write/zip.ts"))};
import { openRoot } from ${JSON.stringify(join(root, "src/disk/roots.ts"))};
import { writeFile } from ${JSON.stringify(join(root, "src/disk/write.ts"))};
const folder = openRoot(process.argv.at(-1));
const bytes = fileSource(folder + "/large");
await gzipToFile(bytes, folder + "/large.gz");
const packed = await deflateTo(bytes, folder + "/deflated");
const entry = { kind: "file", path: "large", mode: 0o644, bytes };
writeFile(folder + "/large.zip", piecesOf(zipOf([{ entry, packed }])), 0o644);
writeChunks(bytes, { folder, name: "chunks", packing: "none" });
${peak}
console.log(peak);
`;

const noUnpacker = missingTool("gzip", "unzip");
test.skipIf(process.platform !== "linux" || noUnpacker !== null)(
  `an update is packed from disk to disk (${noUnpacker ?? "installed"})`,
  async () => {
    using folder = tempDir();
    makeLarge(folder.path, 200, "the beginning");
    const [kilobytes] = await measured(update, folder.path);
    expect(kilobytes).toBeLessThan(150 * 1024);
    const sums = ["cat large", "gzip -dc large.gz", "unzip -p large.zip", "cat chunks"].map(
      (command) => run(["sh", "-c", `${command} | sha256sum`], { cwd: folder.path }),
    );
    expect(new Set(sums).size).toBe(1);
  },
);
