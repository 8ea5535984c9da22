/**
 * Writes down what the npm registry gives of the runtime that shared apps run on: `bun tools/update-runtimes.ts`, once for each
 * version of Bun. It fetches the archives by npm, and takes those alone whose sums are in package-lock.json.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import lock from "../package-lock.json" with { type: "json" };
import type { PublishedRuntime } from "../src/bundler/runtime/published-runtimes.ts";
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
  const runtimes: Record<string, PublishedRuntime> = {};
  for (const [target, name] of Object.entries(targets)) runtimes[target] = await lookAt(name);
  const times = JSON.parse(npm("view", "--json", "bun", "time")) as Readonly<Record<string, string>>;
  const time = Date.parse(times[version] ?? "") / 1000;
  const path = "src/bundler/runtime/published-runtimes.ts";
  const before = readFileSync(join(project, path), "utf8");
  const table = `export const publishedVersion = ${JSON.stringify(version)};
/** When it was published, in seconds since 1970. */
export const publishedTime = ${time};
export const publishedRuntimes: Readonly<Record<string, PublishedRuntime>> = ${JSON.stringify(runtimes)};
`;
  const kept = before.slice(0, before.indexOf("export const publishedVersion"));
  writeFileSync(join(project, path), formatted(path, kept + table));
} finally {
  rmSync(folder, { recursive: true });
}

async function lookAt(name: (typeof targets)[keyof typeof targets]): Promise<PublishedRuntime> {
  const file = npm(
    "pack",
    "--silent",
    "--force",
    `--pack-destination=${folder}`,
    `${name}@${version}`,
  ).trim();
  const archive = readFileSync(join(folder, file));
  const { integrity } = lock.packages[`node_modules/${name}`];
  const sha512 = new Bun.CryptoHasher("sha512").update(archive);
  const digest = sha512.digest();
  if (integrity !== `sha512-${digest.toString("base64")}`)
    throw new Error(`Cannot take "${basename(file)}": want the archive of package-lock.json, ${integrity}`);
  const member = `package/bin/${name.includes("windows") ? "bun.exe" : "bun"}`;
  const [executable] = await unpackTar(gunzipSync(archive), { filter: (entry) => entry.name === member });
  if (executable?.data === undefined) throw new Error(`Cannot read "${file}": want "${member}" in it`);
  const sha256 = new Bun.CryptoHasher("sha256").update(executable.data).digest("hex");
  return {
    name,
    archive: { sha512: digest.toString("hex"), size: archive.length },
    member,
    executable: { sha256, size: executable.data.length },
  };
}

function npm(...args: readonly string[]): string {
  const { stdout, exitCode } = Bun.spawnSync(["npm", ...args], { stderr: "inherit" });
  if (exitCode !== 0) throw new Error(`Cannot ask npm for "${args.at(-1)}": see its own message above`);
  return stdout.toString();
}
