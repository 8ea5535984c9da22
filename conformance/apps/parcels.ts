import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { generateKeys } from "../../src/cli/signer/minisign.ts";
import { findMakensis } from "../../src/bundler/windows/nsis/makensis.ts";
import { toolsFolder } from "../../src/cli/build/tools-folder.ts";
import { targetName } from "../../src/cli/build/build-target.ts";
import { keyVariable } from "../../src/process/environment.ts";
import type { System, Target } from "../../src/contract/target.ts";
import { runTool } from "../../test/cli/tool.ts";
import { copyProjectInto } from "../../test/support/project-copy.ts";
import { thisMachine } from "../../test/support/this-machine.ts";
import { updateAddress } from "./update-server.ts";

/** A version of an example app, as files in the parcels' folder. */
export interface ParcelVersion {
  readonly version: string;
  readonly format: string;
  /** The file that a user installs. */
  readonly package: string;
  /** The file that the app downloads to update to this version, and the text of its signature. */
  readonly update: string;
  readonly signature: string;
  /** The build time in milliseconds. */
  readonly milliseconds: number;
}

/** An example app in two versions: the second is an update of the first. */
export interface Parcel {
  readonly productName: string;
  readonly identifier: string;
  readonly versions: readonly [ParcelVersion, ParcelVersion];
}

export interface Parcels {
  readonly folder: string;
  readonly list: readonly Parcel[];
  /** Apps that could not be built, with the reason. */
  readonly failed: readonly { readonly app: string; readonly error: string }[];
}

export const exampleNames = ["dialogs", "every-api", "notes"] as const;

const root = join(import.meta.dir, "../..");

/** The package format that a user of a system installs. */
export function formatFor(system: System): string {
  if (system === "linux") return "appimage";
  if (system === "macos") return "dmg";
  // Without NSIS there is the package for Windows Installer, which the tool writes itself.
  return findMakensis(toolsFolder(null, thisMachine.system)) === null ? "msi" : "nsis";
}

/**
 * Builds example apps in two versions. They are debug builds, which tests can inspect. The folder
 * is emptied first.
 */
export async function makeParcels(
  folder: string,
  target: Target,
  names: readonly string[] = exampleNames,
): Promise<Parcels> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const keys = generateKeys(null);
  // All examples, because one uses parts of another's page.
  copyProjectInto("examples", join(folder, "projects"));
  const list: Parcel[] = [];
  const failed: { app: string; error: string }[] = [];
  for (const name of names) {
    console.log(`building ${name} for ${targetName(target)}`);
    try {
      list.push(await makeParcel({ name, folder, target, ...keys }));
    } catch (error) {
      failed.push({ app: name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  rmSync(join(folder, "projects"), { recursive: true, force: true });
  return { folder, list, failed };
}

interface Making {
  readonly name: string;
  readonly folder: string;
  readonly target: Target;
  readonly publicKey: string;
  readonly secretKey: string;
}

async function makeParcel({ name, folder, target, publicKey, secretKey }: Making): Promise<Parcel> {
  const project = join(folder, "projects", name);
  const config = JSON.parse(
    readFileSync(join(project, "src-framework/framework.conf.json"), "utf8"),
  ) as {
    readonly package: { readonly productName: string };
    readonly framework: { readonly bundle: { readonly identifier: string } };
  };
  const build = async (version: string): Promise<ParcelVersion> => {
    const format = formatFor(target.system);
    const settings = {
      package: { version },
      build: { withGlobalFramework: true },
      framework: {
        bundle: { targets: [format, "updater"] },
        updater: {
          active: true,
          dialog: false,
          pubkey: publicKey,
          endpoints: [`${updateAddress}/feed`],
        },
      },
    };
    const begun = performance.now();
    const made = await buildProject(project, target, settings, secretKey);
    const pathOf = (wanted: string, ending = ""): string => {
      const found = made.find(
        ({ format: one, path }) => one === wanted && path.endsWith(ending),
      )?.path;
      if (found === undefined)
        throw new Error(`Cannot find the ${wanted} of "${name}" among ${JSON.stringify(made)}`);
      return found;
    };
    const update = pathOf("updater", target.system === "windows" ? ".zip" : ".gz");
    const keep = (path: string): string => {
      const file = `${version}-${basename(path)}`;
      cpSync(path, join(folder, file));
      return file;
    };
    return {
      version,
      format,
      package: keep(pathOf(format)),
      update: keep(update),
      signature: readFileSync(`${update}.sig`, "utf8"),
      milliseconds: performance.now() - begun,
    };
  };
  const versions = [await build("0.1.0"), await build("0.2.0")] as const;
  return {
    productName: config.package.productName,
    identifier: config.framework.bundle.identifier,
    versions,
  };
}

async function buildProject(
  project: string,
  target: Target,
  settings: object,
  secretKey: string,
): Promise<readonly { readonly format: string; readonly path: string }[]> {
  const file = join(project, "conformance.json");
  writeFileSync(file, JSON.stringify(settings));
  // Windows spells it "Path", and takes either of two.
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const folders = [join(root, "node_modules/.bin"), dirname(process.execPath), process.env[path]];
  const options = ["--debug", "--json", "--target", targetName(target), "--config", file];
  const { code, out, err } = await runTool(project, ["build", ...options], {
    [path]: folders.join(delimiter),
    [keyVariable]: secretKey,
  });
  if (code !== 0) throw new Error(`Cannot build "${project}"\n${err}`);
  return (JSON.parse(out) as { packages: { format: string; path: string }[] }).packages;
}
