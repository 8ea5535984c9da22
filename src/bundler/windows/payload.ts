import { statSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { copyFile, makeFolder, setTimes, writeFile } from "../../disk/write.ts";
import { isUnsigned } from "./authenticode.ts";
import { fileSource } from "../write/source.ts";
import type { CodeSigning } from "./code-signing.ts";
import type { WindowsApp } from "./windows-app.ts";

/** An installed file. */
export interface InstalledFile {
  /** Below the app's folder, with "/". */
  readonly path: string;
  /** A copy on this machine, with the time of the sources and a plain name. */
  readonly copy: string;
  readonly bytes: number;
}

/**
 * Executable code, which has to be signed. Packages of npm bring `.node` files of other systems,
 * too.
 */
const programs = new Set([".exe", ".dll", ".ocx", ".node"]);

/** Code that only a command signs. */
const scripts = new Set([".ps1"]);

/**
 * Copies all installed files into a folder, and signs unsigned code for Windows. The app's
 * executable was signed when it was made.
 *
 * File times become part of installers, so they are those of the sources.
 */
export async function gatherPayload(app: WindowsApp, folder: string): Promise<InstalledFile[]> {
  makeFolder(folder);
  const sources = [
    { path: app.executableName, source: app.executable, isOurs: false },
    ...[...app.sidecars, ...app.resources, ...app.webviewFiles].map(({ path, source }) => ({
      path,
      source,
      isOurs: true,
    })),
  ];
  const files: InstalledFile[] = [];
  for (const [index, { path, source, isOurs }] of sources.entries()) {
    const ending = extname(path).toLowerCase();
    const copy = join(folder, `${index}${ending.replace(/[^.a-z0-9]/g, "")}`);
    if (typeof source === "string") await copyFile(source, copy);
    else writeFile(copy, source);
    if (isOurs && app.signing !== null) {
      const isProgram = programs.has(ending) && isUnsigned(fileSource(copy));
      const isScript = scripts.has(ending) && app.signing.options === null;
      if (isProgram || isScript) await sign(app.signing, copy, path);
    }
    setTimes(copy, app.time, app.time);
    files.push({ path, copy, bytes: statSync(copy).size });
  }
  return files;
}

/** @throws Error naming the file as it is shipped: its copy is removed with the build's folder */
async function sign(signing: CodeSigning, copy: string, path: string): Promise<void> {
  try {
    await signing.sign(copy);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    const named = message.replaceAll(copy, () => path);
    throw new Error(named, { cause });
  }
}

/** The folders of files, from the outside in. */
export function foldersOf(files: readonly InstalledFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    const names = path.slice(0, -basename(path).length).split("/").filter(Boolean);
    for (const [index] of names.entries()) folders.add(names.slice(0, index + 1).join("/"));
  }
  return [...folders].toSorted();
}
