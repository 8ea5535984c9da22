import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";

/** Fetches a version of a crate with cargo, and gives the folder where it is. */
export function fetchCrate(name: string, version: string): string {
  using folder = tempDir({ "src/lib.rs": "" });
  const manifest = join(folder.path, "Cargo.toml");
  const head = '[package]\nname = "facts"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\n';
  writeFileSync(manifest, `${head}${name} = "=${version}"\n`);
  const asked = ["cargo", "metadata", "--format-version", "1", "--manifest-path", manifest];
  const { exitCode, stdout, stderr } = Bun.spawnSync(asked);
  if (exitCode !== 0) throw new Error(`Cannot fetch "${name}" ${version}\n${stderr.toString()}`);
  const { packages } = JSON.parse(stdout.toString()) as {
    readonly packages: readonly { readonly name: string; readonly manifest_path: string }[];
  };
  const found = packages.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Cannot find "${name}" among what cargo fetched`);
  return dirname(found.manifest_path);
}
