import { expect } from "bun:test";
import { join } from "node:path";
import { bundle } from "../../../src/bundler/index.ts";
import type { CodeSigning } from "../../../src/bundler/windows/code-signing.ts";
import { judge } from "./msi-judge.ts";
import { run, type AppCase, type Project } from "../project.ts";

/**
 * Makes the packages of an app, one for each language, judges each by its own rules, and gives
 * their paths.
 */
export async function makePackages(
  project: Project,
  app: AppCase = {},
  {
    signing = null,
    outDir = "out",
  }: { readonly signing?: CodeSigning | null; readonly outDir?: string } = {},
): Promise<string[]> {
  const staged = { ...project.stageFor("windows", app), signing, executableName: "App.exe" };
  const made = await bundle({
    staged,
    formats: ["msi"],
    outDir: join(project.folder, outDir),
    effort: "quick",
  });
  const paths = made.map(({ path }) => path);
  expect(paths.map(judge).flat()).toEqual([]);
  return paths;
}

/** The rows of a table, as msitools reads them; none when there is no such table. */
export function table(path: string, name: string): string[][] {
  const tables = run(["msiinfo", "tables", path]).split("\n");
  if (!tables.includes(name)) return [];
  const lines = run(["msiinfo", "export", path, name]).split("\r\n");
  return lines
    .slice(3)
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

/** The value of a property; `undefined` when it has none. */
export function property(path: string, name: string): string | undefined {
  return table(path, "Property").find(([known]) => known === name)?.[1];
}

/** The files of the installer, with their folders. */
export function filesIn(path: string): string[] {
  return run(["msiextract", "--list", path]).trim().split("\n").toSorted();
}

/** The problems of an app, or nothing. */
export function problemsOf(project: Project, app: AppCase): string {
  try {
    project.stageFor("windows", app);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
