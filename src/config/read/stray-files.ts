import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { getOwn } from "../../contract/get-own.ts";
import { systems, type System } from "../../contract/target.ts";
import { problem } from "../report/problem.ts";
import type { Problem } from "../report/problem.ts";
import { sourceDirectory } from "./find.ts";
import { formatOf } from "./file-formats.ts";

/** Other names of the systems. */
const otherNames: Readonly<Record<string, System>> = {
  debian: "linux",
  ubuntu: "linux",
  unix: "linux",
  win: "windows",
  win32: "windows",
  win64: "windows",
  darwin: "macos",
  mac: "macos",
  macosx: "macos",
  osx: "macos",
};

/**
 * `framework.win.conf.json`, `framework.windows.json`, `framework.conf.windows.json`,
 * `Framework.Windows.toml`
 */
const platformFile = /^framework\.(?:conf\.)?([^.]+)\.(?:conf\.)?(?:json5?|toml)$/i;

/** Warns of files that are meant for one system but not read because of their names. */
export function strayFiles(folder: string, read: readonly string[]): Problem[] {
  return filesIn(folder)
    .toSorted()
    .flatMap((file) => {
      const word = platformFile.exec(file)?.[1]?.toLowerCase() ?? "";
      const system = systems.find((one) => one === word) ?? getOwn(otherNames, word);
      const wanted =
        system === undefined ? file : formatOf(file.toLowerCase()).platformFile(system);
      // Case-insensitive disks find a file by its name in another case.
      const isRead = file === wanted || read.includes(join(folder, file));
      if (
        isRead ||
        (file.toLowerCase() === wanted.toLowerCase() && existsSync(join(folder, wanted)))
      )
        return [];
      return [
        problem({ code: "suspicious", message: `"${file}" is not read: call it "${wanted}"` }),
      ];
    });
}

/** `framework.toml`, `Framework.conf.json`, `framework.config.json`, `framework.json` */
const mainFile = /^framework\.(?:conf(?:ig)?\.)?(?:json[5c]?|toml)$/i;

/** A main file but for its name, where no other was found; its path is relative to the folder. */
export function misnamedMainFile(folder: string): { file: string; wanted: string } | null {
  for (const below of ["", `${sourceDirectory}/`]) {
    const file = filesIn(join(folder, below)).find((name) => mainFile.test(name));
    if (file !== undefined)
      return { file: below + file, wanted: formatOf(file.toLowerCase()).mainFile };
  }
  return null;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // The folder may permit reading files by name only.
  }
}
