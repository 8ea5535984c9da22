import { documentPath } from "../../project/documents.ts";
import { commands } from "../../commands.ts";
import { packageName } from "../../project/package-name.ts";
import type { ObjectNode } from "../../../config/shape/tree.ts";
import { applyEdits, lineAt, type Edit } from "../edits.ts";
import { takeOut } from "../members.ts";
import type { Note } from "../note.ts";
import { treeOf } from "../tauri-project.ts";
import { pluginPackages } from "../plugin-packages.ts";
import { renameWords } from "../front-end/renamed-words.ts";
import { counterpartOf } from "../rust/plugins.ts";
import { renameSourcePaths, type MovedFiles } from "./source-paths.ts";

const tauriProjects = [
  "@tauri-apps/api",
  "@tauri-apps/cli",
  ...Object.keys(pluginPackages).map((name) => `tauri-plugin-${name}-api`),
];

/**
 * A `package.json` without Tauri's packages, and with our command in its scripts. Names of scripts
 * stay: hooks and people call them. Our own package is not added: its source and version are a
 * person's decision.
 *
 * @param hasOwnCode whether the app gets a `main.ts`
 */
export function migrateManifest(
  path: string,
  text: string,
  moved: MovedFiles,
  hasOwnCode: boolean,
): { readonly text: string; readonly count: number; readonly notes: readonly Note[] } {
  const root = treeOf("package.json", text);
  if (root?.kind !== "object") return { text, count: 0, notes: [] };
  const edits: Edit[] = [];
  const notes: Note[] = [];
  const sections = dependenciesOf(root);
  const isNamed = namesPackage(text);
  for (const section of sections) {
    const there = tauriProjects.filter((name) => section.members.has(name));
    const [first] = there;
    if (first === undefined) continue;
    const line = lineAt(text, section.members.get(first)?.key.start ?? 0);
    if (!isNamed && notes.length === 0) notes.push({ file: path, line, text: installation });
    // Two adjacent members share one comma: they are removed one by one.
    const left = there.reduce(
      (rest, name) => withoutMember(rest, name),
      text.slice(section.start, section.end),
    );
    edits.push({ start: section.start, end: section.end, text: left });
  }
  for (const section of sections) {
    for (const [name, { key }] of section.members) {
      if (!/tauri/.test(name) || tauriProjects.includes(name)) continue;
      const plugin = /tauri-plugin-([\w-]+?)(?:-api)?$/.exec(name)?.[1];
      const here = plugin === undefined ? "" : `. Here stands for it: ${counterpartOf(plugin)}`;
      const output = `the package "${name}" is for Tauri${here}`;
      notes.push({ file: path, line: lineAt(text, key.start), text: output });
    }
  }
  if (edits.length > 0) notes.push(...typeNotes(path, text, sections, hasOwnCode));
  notes.push(...otherNames(path, text, root, sections));
  const scripts = root.members.get("scripts")?.value;
  if (scripts?.kind === "object") {
    const names = new Set(scripts.members.keys());
    const peer = tauriCommand(names);
    for (const [name, { value }] of scripts.members) {
      const written = text.slice(value.start, value.end);
      const script = value.kind === "scalar" && typeof value.value === "string" ? value.value : "";
      const { kept, leftOut } = withoutCargoOptions(script, peer);
      const command = migrateScript(kept === script ? written : JSON.stringify(kept), names, moved);
      if (command !== written) edits.push({ start: value.start, end: value.end, text: command });
      for (const options of leftOut) {
        const output = `the script "${name}" gave Cargo ${options}, which was left out`;
        notes.push({ file: path, line: lineAt(text, value.start), text: output });
      }
      for (const option of unknownOptions(command)) {
        const output = `the script "${name}" gives ${option}, which the command does not know here`;
        notes.push({ file: path, line: lineAt(text, value.start), text: output });
      }
    }
  }
  return { text: applyEdits(text, edits), count: edits.length, notes };
}

/** Whether a manifest depends on our own package. */
export function namesPackage(text: string): boolean {
  const root = treeOf("package.json", text);
  const sections = root?.kind === "object" ? dependenciesOf(root) : [];
  return sections.some(({ members }) => members.has(packageName));
}

function dependenciesOf(root: ObjectNode): ObjectNode[] {
  return ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].flatMap(
    (name) => {
      const section = root.members.get(name)?.value;
      return section?.kind === "object" ? [section] : [];
    },
  );
}

export const installation = `"${packageName}" is to be installed here as ${documentPath("install.md")} says: the package "framework" of the npm registry is another one`;

/** Notes about the TypeScript of a manifest: whether it reads our types, and checks a `main.ts`. */
function typeNotes(
  path: string,
  text: string,
  sections: readonly ObjectNode[],
  hasOwnCode: boolean,
): Note[] {
  const compilers = sections.flatMap(({ members }) => members.get("typescript") ?? []);
  if (compilers.length === 0) {
    const output =
      "without TypeScript, dev and build do not check the types of main.ts: npm install --save-dev typescript";
    return hasOwnCode ? [{ file: path, line: null, text: output }] : [];
  }
  return compilers.flatMap(({ key, value }) => {
    const range = value.kind === "scalar" ? value.value : null;
    if (typeof range !== "string" || !/^[~^=v]?[0-4](?:\.|$)/.test(range)) return [];
    const output = `TypeScript ${range} does not read the types of the package: they need 5.0`;
    return [{ file: path, line: lineAt(text, key.start), text: output }];
  });
}

/** Other ways in which a manifest refers to a Tauri package: a link, an alias, an override. */
function otherNames(
  path: string,
  text: string,
  root: ObjectNode,
  sections: readonly ObjectNode[],
): Note[] {
  const values = sections.flatMap(({ members }) =>
    [...members.values()].map(({ key, value }) => [key.start, value] as const),
  );
  const aliases = values.flatMap(([start, value]) => {
    const target = value.kind === "scalar" && typeof value.value === "string" ? value.value : "";
    return /@tauri-apps\//.test(target) ? [[start, target] as const] : [];
  });
  const pnpm = root.members.get("pnpm")?.value;
  const forced = [
    root.members.get("overrides"),
    root.members.get("resolutions"),
    pnpm?.kind === "object" ? pnpm.members.get("overrides") : undefined,
  ].flatMap((member) => (member?.value.kind === "object" ? [...member.value.members] : []));
  const versions = forced.flatMap(([name, { key }]) =>
    /@tauri-apps\//.test(name) ? [[key.start, name] as const] : [],
  );
  return [...aliases, ...versions].map(([start, name]) => ({
    file: path,
    line: lineAt(text, start),
    text: `"${name}" is a package of Tauri, which is taken out: remove this line`,
  }));
}

function withoutMember(object: string, name: string): string {
  const node = treeOf("package.json", object);
  return node?.kind === "object" ? applyEdits(object, [takeOut(object, node, name)]) : object;
}

/**
 * The command `tauri` in a script; `npm run tauri` calls a script of that name, which still exists.
 */
function tauriCommand(scripts: ReadonlySet<string>): RegExp {
  // The commands that run the scripts of a manifest by name.
  const runs = scripts.has("tauri") ? "run|yarn|pnpm|bun|run-[sp](?:\\s+[\\w:-]+){0,20}" : "run";
  const own = `(?=tauri)(?<=^|[\\s"'&|;(])(?<!\\b(?:${runs})\\s+)tauri(?=[\\s"'&|;)\\\\]|$)`;
  return new RegExp(`\\bcargo\\s+tauri(?=[\\s"'&|;]|$)|${own}`, "g");
}

export function migrateScript(
  script: string,
  scripts: ReadonlySet<string>,
  moved: MovedFiles = new Map(),
): string {
  const command = script.replace(tauriCommand(scripts), "framework");
  return renameSourcePaths(renameWords(command).text, moved).text;
}

/**
 * A script without Tauri's options for Cargo. They follow the first `--`, and in development a
 * second one precedes the app's: `tauri dev -- --features x -- --verbose`. Here the first one
 * precedes the app's.
 */
function withoutCargoOptions(
  script: string,
  command: RegExp,
): { readonly kept: string; readonly leftOut: readonly string[] } {
  // Longer than any script that a person writes.
  if (script.length > longestScript) return { kept: script, leftOut: [] };
  const edits: Edit[] = [];
  const leftOut: string[] = [];
  for (const match of script.matchAll(
    new RegExp(`(?:${command.source})\\s+(dev|build)(?=\\s)`, "g"),
  )) {
    const start = match.index + match[0].length;
    const rest = script.slice(start, commandEnd(script, start)).trimEnd();
    const [own = "", cargo, ...app] = rest.split(/(?:^|(?<!\s)\s+)--(?=\s|$)/);
    if (cargo === undefined) continue;
    const text = [own, ...(match[1] === "dev" ? app : [])].join(" --");
    edits.push({ start, end: start + rest.length, text });
    const options = (match[1] === "dev" ? [cargo] : [cargo, ...app]).join(" --").trim();
    if (options !== "") leftOut.push(options);
  }
  return { kept: applyEdits(script, edits), leftOut };
}

const longestScript = 5000;

/**
 * The end of a command from a position on: before an operator that joins it to another one, or the
 * surrounding quote.
 */
function commandEnd(script: string, from: number): number {
  const open: string[] = [];
  let around = 0;
  for (const { 0: part, index } of script.matchAll(/["']|(?<=\s)\d?[<>]|[&|;()]/g)) {
    if (part === "'" || part === '"') {
      if (open.at(-1) === part) open.pop();
      else open.push(part);
      if (index < from) around = open.length;
      if (open.length < around) return index;
    } else if (index >= from && open.length === around) return index;
  }
  return script.length;
}

/** Options of a script for `framework dev` or `framework build` that these do not have. */
function unknownOptions(script: string): string[] {
  return [...script.matchAll(/\bframework\s+(\w+)([^&|;]*)/g)].flatMap(([, name, rest = ""]) => {
    const row = commands.find((one) => one.name === name);
    if (row === undefined) return [];
    const known = new Set(
      row.options?.flatMap(([flags]) => flags.match(/(?<![\w-])--?[a-z][\w-]*/gi) ?? []),
    );
    // The arguments after a lone `--` are the app's.
    const [own = ""] = rest.split(/\s--(?=\s|$)/);
    const given = own.match(/(?<=\s)--?[a-z][\w-]*/gi) ?? [];
    return given.filter((option) => !known.has(option));
  });
}
