/**
 * Writes the checksums of Bun's published executables, by which a build recognizes them: `bun
 * tools/update-runtimes.ts`, once for each version of Bun. npm downloads the archives; an archive
 * whose checksum differs from package-lock.json is rejected.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import lock from "../package-lock.json" with { type: "json" };
import { formatted } from "./generate.ts";

const project = join(import.meta.dirname, "..");
const version = lock.packages["node_modules/bun"].version;
const targets = {
  "linux-x64": "@oven/bun-linux-x64",
  "linux-arm64": "@oven/bun-linux-aarch64",
  "windows-x64": "@oven/bun-windows-x64",
  "windows-arm64": "@oven/bun-windows-aarch64",
  "macos-x64": "@oven/bun-darwin-x64",
  "macos-arm64": "@oven/bun-darwin-aarch64",
} as const;

const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
try {
  const sums: Record<string, string> = {};
  for (const [target, name] of Object.entries(targets)) sums[target] = await sumOf(name);
  const times = JSON.parse(npm("view", "--json", "bun", "time")) as Readonly<
    Record<string, string>
  >;
  const time = Date.parse(times[version] ?? "") / 1000;
  const path = "src/bundler/runtime/published-runtimes.ts";
  const before = readFileSync(join(project, path), "utf8");
  const table = `export const publishedVersion = ${JSON.stringify(version)};
/** When it was published, in seconds since 1970. */
export const publishedTime = ${time};
/** The SHA-256 of Bun's executable for each target, hexadecimal. */
export const publishedSums: Readonly<Record<string, string>> = ${JSON.stringify(sums)};
`;
  const kept = before.slice(0, before.indexOf("export const publishedVersion"));
  writeFileSync(join(project, path), formatted(path, kept + table));
} finally {
  rmSync(folder, { recursive: true });
}

async function sumOf(name: (typeof targets)[keyof typeof targets]): Promise<string> {
  const file = npm(
    "pack",
    "--silent",
    "--force",
    `--pack-destination=${folder}`,
    `${name}@${version}`,
  ).trim();
  const archive = readFileSync(join(folder, file));
  const { integrity } = lock.packages[`node_modules/${name}`];
  const sha512 = new Bun.CryptoHasher("sha512").update(archive).digest("base64");
  if (integrity !== `sha512-${sha512}`)
    throw new Error(
      `Cannot take "${basename(file)}": want the archive of package-lock.json, ${integrity}`,
    );
  const member = `package/bin/${name.includes("windows") ? "bun.exe" : "bun"}`;
  const [executable] = await unpackTar(gunzipSync(archive), {
    filter: (entry) => entry.name === member,
  });
  if (executable?.data === undefined)
    throw new Error(`Cannot read "${file}": want "${member}" in it`);
  return new Bun.CryptoHasher("sha256").update(executable.data).digest("hex");
}

function npm(...args: readonly string[]): string {
  const { stdout, exitCode } = Bun.spawnSync(["npm", ...args], { stderr: "inherit" });
  if (exitCode !== 0)
    throw new Error(`Cannot ask npm for "${args.at(-1)}": see its own message above`);
  return stdout.toString();
}
