import { join } from "node:path";
import { readRecord, record } from "../project/json-record.ts";
import { pathInProject } from "./project-path.ts";

// A project may be the app of another framework. Its scripts start that one's window and runtime,
// which beside the new app would be a second window.

const shells: Readonly<Record<string, string>> = {
  electron: "Electron",
  electronmon: "Electron",
  "electron-vite": "Electron",
  "electron-forge": "Electron",
  "electron-builder": "Electron",
  "electron-packager": "Electron",
  neu: "Neutralino",
  nw: "NW.js",
};

/** A program of the list as a command: at the start, after another command, or in quotes. */
const shellCommand = new RegExp(
  String.raw`(?:^|[;&|"'(]|\b(?:npx|bunx|pnpm|yarn|exec|dlx|cross-env)\s|\b\w+=\S*\s)\s*(?:--?\S+\s+)*` +
    `(${Object.keys(shells).join("|")})` +
    String.raw`(?=$|[\s;&|"')])`,
);

/** The framework whose app a script starts or packs: `Electron`. `null`: none. */
export function shellOf(script: string): string | null {
  const program = shellCommand.exec(script)?.[1];
  return program === undefined ? null : (shells[program] ?? null);
}

/** The pages of Neutralino's configuration, and the tool that makes them. */
export interface NeutralinoPages {
  /** Relative to the project. */
  readonly folder: string;
  /** `null`: the folder holds the pages as they are written. */
  readonly tool: {
    readonly server: string;
    readonly devCommand: string | null;
    readonly buildCommand: string | null;
  } | null;
}

/** `null`: the project is none of Neutralino, or its pages lie elsewhere. */
export function neutralinoPages(folder: string): NeutralinoPages | null {
  const cli = record(readRecord(join(folder, "neutralino.config.json"))?.["cli"]);
  const pages = inProject(cli["resourcesPath"]);
  if (pages === null) return null;
  const library = record(cli["frontendLibrary"]);
  const server = library["devUrl"];
  if (typeof server !== "string") return { folder: pages, tool: null };
  const place = inProject(library["projectPath"]);
  const command = (value: unknown): string | null => {
    if (typeof value !== "string") return null;
    return place === null ? value : `cd ${place} && ${value}`;
  };
  return {
    folder: pages,
    tool: {
      server,
      devCommand: command(library["devCommand"]),
      buildCommand: command(library["buildCommand"]),
    },
  };
}

/** Neutralino's paths begin in the project, with or without a slash. */
function inProject(path: unknown): string | null {
  if (typeof path !== "string") return null;
  return pathInProject(path.replace(/^\/+/, ""));
}
