import { existsSync, readdirSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { readText } from "../../../disk/read.ts";
import { workspaceAround } from "./boundary.ts";
import type { Note } from "../note.ts";
import { tauriSourceDirectory, treeOf, type TauriProject } from "../tauri-project.ts";

const peer = "@tauri-apps/api";

/**
 * The packages beside a project, in its workspace, whose code also calls Tauri. Those with an app
 * of their own are migrated separately.
 */
export function neighbours({ folder, frontEnds }: TauriProject): Note[] {
  const workspace = workspaceAround(folder);
  if (workspace === null) return [];
  return packagesBelow(workspace)
    .filter((one) => !frontEnds.some((own) => one === own || one.startsWith(own + sep)))
    .filter((one) => !existsSync(join(one, tauriSourceDirectory)))
    .flatMap((one) => {
      const section = manifestMembers(one).find(({ members }) => members.has(peer));
      if (section === undefined) return [];
      const file = relative(folder, join(one, "package.json")).split(sep).join("/");
      const text = `the package "${basename(one)}" of the same workspace uses ${peer}, and was not changed`;
      return [{ file, line: null, text }];
    });
}

function packagesBelow(folder: string): string[] {
  const own = existsSync(join(folder, "package.json")) ? [folder] : [];
  const below = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\..*|node_modules|target)$/.test(entry.name))
    .map((entry) => join(folder, entry.name));
  return [...own, ...below.toSorted().flatMap(packagesBelow)];
}

function readTree(folder: string) {
  const file = join(folder, "package.json");
  const root = existsSync(file) ? treeOf(file, readText(file)) : null;
  return root?.kind === "object" ? root : null;
}

function manifestMembers(folder: string) {
  const root = readTree(folder);
  return ["dependencies", "devDependencies", "peerDependencies"].flatMap((name) => {
    const section = root?.members.get(name)?.value;
    return section?.kind === "object" ? [section] : [];
  });
}
