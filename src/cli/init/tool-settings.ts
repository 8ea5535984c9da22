import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { readMarkedText } from "../../disk/read.ts";
import { blankScript } from "../migrate/front-end/script-text.ts";
import { pathInProject } from "./project-path.ts";

// Settings of front ends' tools, as far as they are literals in a file that is a program.

/** In Vite's order: the first one counts. */
const endings = ["js", "mjs", "ts", "cjs", "mts", "cts"];

/** The object of a setting: the whole configuration, or one with a name. */
const objects = {
  whole:
    /(?:\bexport\s+default\b|\bmodule\s*\.\s*exports\s*=|\bconst\s+\w+(?:\s*:\s*[\w.<>]+)?\s*=)\s*(?:\w+\s*\(\s*)?(?:async\s*)?(?:\([^()]*\)\s*=>\s*\(?\s*)?\{/g,
  server: /\bserver\s*:\s*\{/g,
  build: /\bbuild\s*:\s*\{/g,
  adapter: /\badapter\s*\(\s*\{/g,
  distPath: /\bdistPath\s*:\s*\{/g,
  devServer: /\bdevServer\s*:\s*\{/g,
  output: /\boutput\s*:\s*\{/g,
} as const;

const text = /^(["'`])([^"'`$\\\n]+)\1/;
/** `resolve(__dirname, "../out")` and the like: a path from the folder of the file. */
const pathFrom =
  /^(?:path\s*\.\s*)?(?:resolve|join)\s*\(\s*(?:__dirname|import\.meta\.dirname|process\s*\.\s*cwd\s*\(\s*\))\s*,\s*(["'`])([^"'`$\\\n]+)\1\s*\)/;

/** A file of settings, and the field in it that holds the folder of the built pages. */
interface OutputField {
  /** Without their endings. */
  readonly files: readonly string[];
  readonly object: keyof typeof objects;
  readonly field: string;
  /** The tool has a folder of sources (`root`), from which a text in the field begins. */
  readonly hasRoot?: true;
}

const viteOutput: OutputField = {
  files: ["vite.config"],
  object: "build",
  field: "outDir",
  hasRoot: true,
};

/** Some projects keep what both modes share in a file of its own. */
const webpackFiles = ["webpack.config", "webpack.common", "config/webpack.common"];

const outputFields: Readonly<Record<string, OutputField>> = {
  Astro: { files: ["astro.config"], object: "whole", field: "outDir" },
  Ember: viteOutput,
  "Next.js": { files: ["next.config"], object: "whole", field: "distDir" },
  SvelteKit: { files: ["svelte.config", "vite.config"], object: "adapter", field: "pages" },
  Vite: viteOutput,
  "Vue CLI": { files: ["vue.config"], object: "whole", field: "outputDir" },
  Rsbuild: { files: ["rsbuild.config"], object: "distPath", field: "root" },
  Rspack: { files: ["rspack.config"], object: "output", field: "path" },
  webpack: { files: webpackFiles, object: "output", field: "path" },
};

/** The files and the object that hold the port of the server. */
const ports: Readonly<Record<string, { files: readonly string[]; object: keyof typeof objects }>> =
  {
    Rsbuild: { files: ["rsbuild.config"], object: "server" },
    Rspack: { files: ["rspack.config"], object: "devServer" },
    "Vue CLI": { files: ["vue.config"], object: "devServer" },
    webpack: { files: webpackFiles, object: "devServer" },
  };

/** A command that builds pages: `tsc` and own programs have such options, too. */
const pageCommand =
  /\b(?:vite|astro|next|nuxi|nuxt|react-router|vinxi|gatsby|quasar|react-scripts|craco|vue-cli-service|ember|parcel|webpack|rsbuild|rspack|eleventy)\b|\bBUILD_PATH=/;

/** `vite build --outDir build/web` */
const outputOption =
  /(?:\s--(?:out-?dir|dist-dir|dest|output-path|output)[ =]|\bBUILD_PATH=)["']?([^\s"'&|;]+)/gi;

/**
 * The folder of the built pages that a script or the settings of a tool name, relative to the
 * project. `null`: the usual one, or one that is computed.
 *
 * @param kind the tool's name in the list of kinds
 */
export function namedOutput(kind: string, folder: string, script: string): string | null {
  const commands = script.split(/[;&|]+/).filter((command) => pageCommand.test(command));
  const option = [...commands.join(";").matchAll(outputOption)].at(-1)?.[1];
  const place = outputFields[kind];
  if (place === undefined) return option === undefined ? null : pathInProject(option);
  const file = settingsFile(folder, place.files);
  const root = place.hasRoot === true ? (file?.value("whole", "root") ?? null) : null;
  const below = root === null ? "." : root.path;
  if (option !== undefined) return pathInProject(posix.join(below, option));
  const output = file?.value(place.object, place.field) ?? null;
  if (output === null) return root === null ? null : pathInProject(posix.join(below, "dist"));
  return pathInProject(output.isFromFile ? output.path : posix.join(below, output.path));
}

/** A number at `server.port` of Vite's configuration, or at `devServer.port` of webpack's. */
export function serverPort(kind: string, folder: string): number | null {
  const { files, object } = ports[kind] ?? { files: ["vite.config"], object: "server" };
  return settingsFile(folder, files)?.number(object, "port") ?? null;
}

function settingsFile(folder: string, names: readonly string[]): SettingsFile | null {
  const files = names.flatMap((name) => endings.map((ending) => join(folder, `${name}.${ending}`)));
  const file = files.find((path) => existsSync(path));
  return file === undefined ? null : new SettingsFile(readMarkedText(file));
}

class SettingsFile {
  readonly #source: string;
  /** By `blankScript`: comments and texts have brackets, too. */
  readonly #code: string;

  constructor(source: string) {
    this.#source = source;
    this.#code = blankScript(source);
  }

  /** A path, and whether it begins in the folder of the file in any case. */
  value(object: keyof typeof objects, field: string): { path: string; isFromFile: boolean } | null {
    return this.#first(object, field, (at) => {
      const written = this.#source.slice(at, at + 300);
      const from = pathFrom.exec(written)?.[2];
      const path = from ?? text.exec(written)?.[2];
      return path === undefined ? null : { path, isFromFile: from !== undefined };
    });
  }

  number(object: keyof typeof objects, field: string): number | null {
    return this.#first(object, field, (at) => {
      const digits = /^(\d{2,5})(?=\s*[,}])/.exec(this.#code.slice(at, at + 300))?.[1];
      return digits === undefined ? null : Number(digits);
    });
  }

  /** Plugins and other tools may have an object of that name, too. */
  #first<T>(object: keyof typeof objects, field: string, read: (at: number) => T | null): T | null {
    for (const { index, 0: start } of this.#code.matchAll(objects[object])) {
      const at = this.#ownField(index + start.length, field);
      const found = at === null ? null : read(at);
      if (found !== null) return found;
    }
    return null;
  }

  /** The position of a field's value in the object that begins there, not in one within it. */
  #ownField(from: number, field: string): number | null {
    let depth = 1;
    const parts = new RegExp(String.raw`[{([]|[\])}]|\b${field}\s*:\s*`, "g");
    for (const match of this.#code.slice(from).matchAll(parts)) {
      const [part] = match;
      if (part.length > 1 && depth === 1) return from + match.index + part.length;
      if (/^[{([]$/.test(part)) depth += 1;
      else if (/^[\])}]$/.test(part)) depth -= 1;
      if (depth === 0) return null;
    }
    return null;
  }
}
