import { existsSync } from "node:fs";
import { basename, join, relative, resolve, sep } from "node:path";
import { nearestAbove } from "../../config/read/ancestors.ts";
import { sourceDirectory } from "../../config/read/find.ts";
import { findNode, plainValue } from "../../config/shape/tree.ts";
import { readRecord, record, type JsonRecord } from "../project/json-record.ts";
import { packageName } from "../project/package-name.ts";
import { tauriProjectIn, treeOf } from "../migrate/tauri-project.ts";
import { isSemver } from "../../contract/shipped/semver.ts";
import { neutralinoPages, shellOf, type NeutralinoPages } from "./other-shell.ts";
import { namedOutput, serverPort } from "./tool-settings.ts";

/** The content of a folder that is to become an application. */
export interface FoundProject {
  /** The name in `package.json`, without its scope. */
  readonly name: string | null;
  /** True if `package.json` holds a version that the configuration can refer to. */
  readonly hasVersion: boolean;
  /** `null`: there is none. */
  readonly frontEnd: FrontEndProject | null;
}

/** A front end, and the facts that the configuration needs. */
interface FrontEndProject {
  /** For messages: `Vite`, `Next.js`. */
  readonly kind: string;
  /** Pages without a tool that could import the API. */
  readonly isPlain: boolean;
  readonly devPath: string;
  /** Relative to the application's source directory. */
  readonly distDir: string;
  /** `null`: no command has to run. */
  readonly devCommand: string | null;
  readonly buildCommand: string | null;
  /** Its tool is unknown: `devPath` and `distDir` are guesses, unless another file has them. */
  readonly isUnknown: boolean;
  /** The requirement that the project itself does not meet, as a sentence. `null`: none. */
  readonly lacks: string | null;
}

interface Kind {
  readonly kind: string;
  /** A package that only projects of this kind depend on. */
  readonly packageName: string;
  readonly port: number;
  readonly output: string;
  /** The output if the project has Nitro, whose plugin for Vite writes elsewhere. */
  readonly nitroOutput?: string;
  readonly buildScript?: string;
}

/** The same for React and Solid. Vite's server has port 5173, and `create-start` writes 3000. */
const tanStackStart = {
  kind: "TanStack Start",
  port: 5173,
  output: "dist/client",
  nitroOutput: ".output/public",
};

/** From the most to the least specific: a SvelteKit project has `vite`, too. */
const kinds: readonly Kind[] = [
  { kind: "SvelteKit", packageName: "@sveltejs/kit", port: 5173, output: "build" },
  { kind: "Next.js", packageName: "next", port: 3000, output: "out" },
  {
    kind: "Nuxt",
    packageName: "nuxt",
    port: 3000,
    output: ".output/public",
    buildScript: "generate",
  },
  { kind: "React Router", packageName: "@react-router/dev", port: 5173, output: "build/client" },
  { kind: "Remix", packageName: "@remix-run/dev", port: 5173, output: "build/client" },
  { kind: "Vike", packageName: "vike", port: 3000, output: "dist/client" },
  { ...tanStackStart, packageName: "@tanstack/react-start" },
  { ...tanStackStart, packageName: "@tanstack/solid-start" },
  { kind: "SolidStart", packageName: "@solidjs/start", port: 3000, output: ".output/public" },
  { kind: "Marko Run", packageName: "@marko/run", port: 3000, output: "dist/public" },
  { kind: "Angular", packageName: "@angular/core", port: 4200, output: "dist" },
  { kind: "Astro", packageName: "astro", port: 4321, output: "dist" },
  { kind: "Gatsby", packageName: "gatsby", port: 8000, output: "public" },
  { kind: "Quasar", packageName: "quasar", port: 9000, output: "dist/spa" },
  { kind: "Create React App", packageName: "react-scripts", port: 3000, output: "build" },
  { kind: "Vue CLI", packageName: "@vue/cli-service", port: 8080, output: "dist" },
  { kind: "Ember", packageName: "ember-source", port: 4200, output: "dist" },
  { kind: "Vite", packageName: "vite", port: 5173, output: "dist" },
  { kind: "Parcel", packageName: "parcel", port: 1234, output: "dist" },
  { kind: "webpack", packageName: "webpack-dev-server", port: 8080, output: "dist" },
  { kind: "Rsbuild", packageName: "@rsbuild/core", port: 3000, output: "dist" },
  { kind: "Rspack", packageName: "@rspack/cli", port: 8080, output: "dist" },
  { kind: "Eleventy", packageName: "@11ty/eleventy", port: 8080, output: "_site" },
];

/** For a tool that is not in the list: its server and its output are guessed. */
const unknownKind: Kind = { kind: "unknown", packageName: "", port: 3000, output: "dist" };

/**
 * Whether a project makes its pages itself. With a script `build` it does so even if there is an
 * `index.html`: that is the template of a tool.
 */
const hasOwnTool = (scripts: JsonRecord, hasPage: boolean): boolean =>
  (hasPage ? ["build"] : ["dev", "start", "build"]).some((script) =>
    Object.hasOwn(scripts, script),
  );

/**
 * The scripts of a project, without those that run this tool, since as its hooks they would not
 * end, and without those that start the app of another framework.
 */
function pageScripts(manifest: JsonRecord | null): JsonRecord {
  const scripts = Object.entries(record(manifest?.["scripts"]));
  return Object.fromEntries(
    scripts.filter(([, value]) => {
      const script = text(value) ?? "";
      return !/\bframework\s+(?:dev|build)\b/.test(script) && shellOf(script) === null;
    }),
  );
}

/** Says that a script which would make the pages starts or packs the app of another framework. */
function shellLacks(manifest: JsonRecord | null, scripts: JsonRecord): string | null {
  const all = record(manifest?.["scripts"]);
  const found = ["dev", "start", "build"]
    .filter((name) => !Object.hasOwn(scripts, name))
    .map((name) => ({ name, shell: shellOf(text(all[name]) ?? "") }))
    .filter(({ shell }) => shell !== null);
  const [first] = found;
  if (first === undefined) return null;
  const names = found.map(({ name }) => `"${name}"`).join(", ");
  return `Scripts that start or pack an app of ${first.shell} stay out (${names}): set build.beforeDevCommand and build.beforeBuildCommand to commands that serve and build the pages alone`;
}

/** Folders in which a project without tools keeps its page. */
const pageFolders = ["dist", "public", "www", "web", "app", "src"];

const lockFiles = [
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
] as const;

/** Looks at a folder's `package.json`, lock files and pages. */
export function findProject(folder: string): FoundProject {
  const manifest = readRecord(join(folder, "package.json"));
  const name = text(manifest?.["name"]);
  return {
    name: name === null ? null : name.slice(name.lastIndexOf("/") + 1),
    hasVersion: isSemver(text(manifest?.["version"]) ?? ""),
    frontEnd: findFrontEnd(folder, manifest),
  };
}

function findFrontEnd(folder: string, manifest: JsonRecord | null): FrontEndProject | null {
  const packages = {
    ...record(manifest?.["dependencies"]),
    ...record(manifest?.["devDependencies"]),
  };
  const known = knownKind(packages);
  const page = pageFolders.find((one) => existsSync(join(folder, one, "index.html")));
  const hasPage = page !== undefined || existsSync(join(folder, "index.html"));
  const scripts = pageScripts(manifest);
  const neutralino = neutralinoPages(folder);
  if (neutralino !== null && known === undefined) return neutralinoFrontEnd(neutralino);
  const kind = known ?? (hasOwnTool(scripts, hasPage) ? unknownKind : null);
  if (kind !== null) {
    const run = `${packageManager(folder, manifest)} run`;
    const dev = ["dev", "start", "serve"].find((script) => Object.hasOwn(scripts, script));
    const build = [kind.buildScript, "build"].find(
      (script) => script !== undefined && Object.hasOwn(scripts, script),
    );
    const port = dev === undefined ? null : portOf(text(scripts[dev]) ?? "");
    const tauri = tauriPages(folder);
    const buildScript = build === undefined ? "" : (text(scripts[build]) ?? "");
    const output = `../${outputOf(kind, folder, page, buildScript)}`;
    const distDir = tauri.folder ?? output;
    const server =
      (port === null ? tauri.server : null) ??
      `http://localhost:${port ?? serverPort(kind.kind, folder) ?? kind.port}/`;
    return {
      kind: kind.kind,
      isPlain: false,
      devPath: dev === undefined && kind === unknownKind ? distDir : server,
      distDir,
      devCommand: dev === undefined ? null : `${run} ${dev}`,
      buildCommand: build === undefined ? null : `${run} ${build}`,
      isUnknown: kind === unknownKind,
      lacks:
        kind.kind === "Parcel"
          ? parcelLacks(manifest)
          : (shellLacks(manifest, scripts) ?? pluginLacks(packages)),
    };
  }
  if (!hasPage) return null;
  const path = page === undefined ? ".." : `../${page}`;
  return {
    kind: "plain pages",
    isPlain: true,
    devPath: path,
    distDir: path,
    devCommand: null,
    buildCommand: null,
    isUnknown: false,
    lacks: null,
  };
}

function knownKind(packages: JsonRecord): Kind | undefined {
  const known = kinds.find((one) => Object.hasOwn(packages, one.packageName));
  return known?.nitroOutput !== undefined && Object.hasOwn(packages, "nitro")
    ? { ...known, output: known.nitroOutput }
    : known;
}

function neutralinoFrontEnd({ folder, tool }: NeutralinoPages): FrontEndProject {
  const path = `../${folder}`;
  return {
    kind: "Neutralino",
    isPlain: tool === null,
    devPath: tool?.server ?? path,
    distDir: path,
    devCommand: tool?.devCommand ?? null,
    buildCommand: tool?.buildCommand ?? null,
    isUnknown: false,
    lacks: null,
  };
}

/** A script `vite` starts what the plugins of its configuration start. */
function pluginLacks(packages: JsonRecord): string | null {
  const plugin = "vite-plugin-electron";
  return Object.hasOwn(packages, plugin)
    ? `Remove ${plugin} from the configuration of Vite: it starts Electron beside the app`
    : null;
}

/** The folder into which a front end is built. */
function outputOf(kind: Kind, folder: string, page: string | undefined, script: string): string {
  if (kind.kind === "Angular") return angularOutput(folder);
  // The scripts of other tools, such as esbuild, may write beside the pages.
  const named = kind === unknownKind ? null : namedOutput(kind.kind, folder, script);
  if (named !== null) return named;
  // Many tools without a server write beside the pages, such as `rollup -c` into `public/build`. A
  // page among the sources is a template.
  const isOutput = kind === unknownKind && page !== undefined && !["app", "src"].includes(page);
  return isOutput ? page : kind.output;
}

/** Parcel reads the `exports` of packages only if a setting says so. */
function parcelLacks(manifest: JsonRecord | null): string | null {
  const settings = record(manifest?.["@parcel/resolver-default"]);
  return settings["packageExports"] === true
    ? null
    : `Parcel finds ${packageName}/api only with "@parcel/resolver-default": { "packageExports": true } in package.json`;
}

/** `--port 1420`, `--port=1420` or `-p 1420` in a script. */
function portOf(script: string): number | null {
  const port = /(?:--port|-p)[ =](\d{2,5})\b/.exec(script)?.[1];
  return port === undefined ? null : Number(port);
}

/** The server and the folder of pages in a configuration of Tauri; `null`: it names none. */
function tauriPages(folder: string): {
  readonly server: string | null;
  readonly folder: string | null;
} {
  const project = tauriProjectIn(folder);
  const root = project === null ? null : treeOf(project.main.name, project.main.text);
  // The names of version 2, and of version 1 in JSON and TOML.
  const first = (...fields: readonly string[]): string | null => {
    const found = fields.map((field) => root && findNode(root, ["build", field]));
    return (
      found.map((one) => one && text(plainValue(one.node))).find((one) => one !== null) ?? null
    );
  };
  const server = first("devUrl", "dev-url", "devPath", "dev-path");
  const pages = first("frontendDist", "frontend-dist", "distDir", "dist-dir");
  const isAddress = (value: string): boolean => /^[a-z]+:\/\//i.test(value);
  return {
    server: server !== null && /^https?:\/\//i.test(server) ? server : null,
    folder:
      project === null || pages === null || isAddress(pages)
        ? null
        : relative(join(folder, sourceDirectory), resolve(project.source, pages))
            .split(sep)
            .join("/"),
  };
}

/** Since version 17 Angular puts pages into `browser` of the output folder. */
function angularOutput(folder: string): string {
  const workspace = readRecord(join(folder, "angular.json"));
  const projects = record(workspace?.["projects"]);
  const projectName = text(workspace?.["defaultProject"]) ?? Object.keys(projects)[0];
  if (projectName === undefined) return "dist";
  const project = record(projects[projectName]);
  const build = record(record(project["architect"] ?? project["targets"])["build"]);
  const written = record(build["options"])["outputPath"];
  const output = text(written) ?? text(record(written)["base"]) ?? `dist/${projectName}`;
  return text(build["builder"])?.endsWith(":application") === true ? `${output}/browser` : output;
}

/**
 * `packageManager` of the manifest. Otherwise the manager of the nearest lock file, which is above
 * in a workspace.
 */
function packageManager(folder: string, manifest: JsonRecord | null): string {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(text(manifest?.["packageManager"]) ?? "")?.[1];
  if (named !== undefined) return named;
  const nearest = nearestAbove(folder, ...lockFiles.map(([file]) => file));
  return lockFiles.find(([file]) => file === basename(nearest ?? ""))?.[1] ?? "npm";
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
