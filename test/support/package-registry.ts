import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "./app/display-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
}

export interface PackageRegistry extends Disposable {
  /** The value of `registry` for npm. */
  readonly address: string;
}

/**
 * A registry for npm with the checkout's own packages in it, so that installing them needs no
 * network.
 */
export function startPackageRegistry(): PackageRegistry {
  const folders = packagesIn(join(root, "node_modules"));
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async ({ url }): Promise<Response> => {
      const path = decodeURIComponent(new URL(url).pathname).slice(1);
      const [, name = path, version = null] = /^(.+)\/-\/(.+)\.tgz$/.exec(path) ?? [];
      const versions = folders.get(name);
      if (versions === undefined) return new Response("{}", { status: 404 });
      const folder = version === null ? undefined : versions.get(version);
      if (folder !== undefined) return new Response(await archive(folder));
      const dist = (of: string) => ({ tarball: new URL(`/${name}/-/${of}.tgz`, url).href });
      return Response.json({
        name,
        "dist-tags": { latest: [...versions.keys()].at(-1) },
        versions: Object.fromEntries(
          [...versions].map(([one, at]) => [one, { ...manifestOf(at), dist: dist(one) }]),
        ),
      });
    },
  });
  return { address: server.url.href, [Symbol.dispose]: () => void server.stop(true) };
}

/**
 * The folders of all packages below a `node_modules`, by name and version. Links lead back into the
 * checkout.
 */
function packagesIn(modules: string, found = new Map<string, Map<string, string>>()): typeof found {
  const entries = existsSync(modules) ? readdirSync(modules, { withFileTypes: true }) : [];
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const folder = join(modules, entry.name);
    if (entry.name.startsWith("@")) packagesIn(folder, found);
    else if (existsSync(join(folder, "package.json"))) {
      const { name, version } = manifestOf(folder);
      found.set(name, (found.get(name) ?? new Map<string, string>()).set(version, folder));
      packagesIn(join(folder, "node_modules"), found);
    }
  }
  return found;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/**
 * The package as it was before it was installed: the script of `bun` takes the program out of
 * another one.
 */
async function archive(folder: string): Promise<Blob> {
  using stage = tempDir();
  const { name } = manifestOf(folder);
  const programs: Readonly<Record<string, string | null>> =
    name === "bun"
      ? { "bun.exe": null, "bunx.exe": null }
      : name.startsWith("@oven/")
        ? { bun: process.execPath }
        : {};
  // Under another name than those that are left out, which tar leaves out wherever they come from.
  mkdirSync(join(stage.path, "programs"));
  for (const [program, from] of Object.entries(programs)) {
    if (from === null) writeFileSync(join(stage.path, "programs", program), "");
    else symlinkSync(from, join(stage.path, "programs", program));
  }
  const own = ["--exclude=./node_modules", "--exclude=./bin/*.exe", "-C", folder, "."];
  const added = Object.keys(programs).flatMap((program) => [
    "-C",
    stage.path,
    `./programs/${program}`,
  ]);
  const renamed = ["s,^\\./programs,./bin,", "s,^\\.,package,"].flatMap((rule) => [
    "--transform",
    rule,
  ]);
  const child = Bun.spawn(["tar", "-chf", "-", ...renamed, ...own, ...added], { stdout: "pipe" });
  return await new Response(child.stdout).blob();
}
