// Runs every command of the fs module over and over in the folder of its first argument, until it
// gets input. After each round it writes a line with the results so far. With the word "weak" it
// opens files without the checks.

import { constants, existsSync, mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import type { CommandArgs } from "../../src/contract/commands/index.ts";
import { fsCommands } from "../../src/contract/commands/fs.ts";
import { linuxOpener } from "../../src/app/scope/open/open-linux.ts";
import { fsCommandsIn, type FsCommand } from "../scope/fs-fixture.ts";
import { loot } from "./attack.ts";
import { markOf } from "./system-calls.ts";
import { weakOpener } from "./weak-opener.ts";

/** The results so far. */
export interface RaceReport {
  /** The number of successes and refusals of each command. */
  readonly answers: { readonly [N in FsCommand]: { done: number; refused: number } };
  /** Answers that reveal the outside, by their commands. */
  readonly reported: {
    readonly command: FsCommand;
    readonly args: unknown;
    readonly answer: unknown;
  }[];
}

interface Case<N extends FsCommand> {
  readonly args: CommandArgs<N>;
  /** Files that must exist before; with `/` at its end, a folder. */
  readonly has?: readonly string[];
  /** Files that must not exist before. */
  readonly lacks?: readonly string[];
  /** Files that must exist afterwards if the answer says so. */
  readonly makes?: string;
}

const [root = "", strength] = process.argv.slice(2);
if (strength === "weak") Object.assign(linuxOpener, weakOpener);
const app = fsCommandsIn(root, ["~/d/**"]);
const d = (path: string) => app.at(`d/${path}`);

// Of the names here the swapper swaps `d`, `d/f`, `d/s`, `d/p`, `d/v` and `d/w` for links to the
// outside, where each has its counterpart. Exceptions are `ours`, which is only inside, and `hers`,
// which is only outside. `d/made` is absent, or a link to a missing file outside.
const cases: { readonly [N in FsCommand]: readonly Case<N>[] } = {
  "fs.readTextFile": ["f", "s/f", "p/q/f", "s/ours", "p/ours/f", "s/hers"].map(reading),
  "fs.readBinaryFile": ["f", "s/f", "p/q/f", "s/ours", "p/ours/f", "s/hers"].map(reading),
  "fs.writeTextFile": ["f", "s/f", "p/q/f", "s/new", "p/ours/new", "made"].flatMap((path) => [
    { args: { path: d(path), contents: "inside" }, lacks: ["s/new", "p/ours/new"] },
    { args: { path: d(path), contents: "inside", append: true }, lacks: ["s/new", "p/ours/new"] },
  ]),
  "fs.writeBinaryFile": ["f", "s/f", "p/q/f", "s/new", "p/ours/new", "made"].map((path) => ({
    args: { path: d(path), contents: Buffer.from("inside") },
    lacks: ["s/new", "p/ours/new"],
  })),
  "fs.copyFile": [
    ["f", "copy"],
    ["s/f", "s/copy"],
    ["p/q/f", "g"],
    ["g", "f"],
    ["g", "s/f"],
    ["g", "made"],
    ["s/ours", "p/ours/copy"],
  ].map(([source = "", destination = ""]) => ({
    args: { source: d(source), destination: d(destination) },
    lacks: ["copy", "s/copy", "p/ours/copy"],
  })),
  "fs.renameFile": [
    ["s/move", "moved"],
    ["g", "s/moved"],
    ["p/q/move", "s/moved"],
    ["v", "moved"],
    ["w", "moved"],
    ["g", "w"],
    ["g", "made"],
  ].map(([oldPath = "", newPath = ""]) => ({
    args: { oldPath: d(oldPath), newPath: d(newPath) },
    has: ["g", "s/move", "p/q/move"],
    lacks: ["moved", "s/moved"],
  })),
  "fs.removeFile": ["s/move", "p/q/move", "w"].map((path) => ({
    args: { path: d(path) },
    has: ["s/move", "p/q/move"],
  })),
  "fs.createDir": [
    ...["s/new", "p/q/new", "s/hers"].map((path) => ({ args: { path: d(path) }, makes: path })),
    ...["s/new/a/b", "p/q/new", "s/hers", "s/hers-too"].map((path) => ({
      args: { path: d(path), options: { recursive: true } },
      makes: path,
    })),
    { args: { path: d("made") } },
    { args: { path: d("made/a"), options: { recursive: true } } },
  ].map((each) => ({ ...each, lacks: ["s/new", "p/q/new", "s/hers", "s/hers-too"] })),
  "fs.removeDir": [
    { args: { path: d("s/empty") }, has: ["s/empty/"] },
    ...["v", "s/tree", "p/q/tree"].map((path) => ({
      args: { path: d(path), options: { recursive: true } },
      has: ["s/tree/a/", "p/q/tree/a/"],
    })),
  ],
  "fs.readDir": ["", "s", "p/q", "v", "p/ours"].flatMap((path) => [
    { args: { path: d(path) } },
    { args: { path: d(path), options: { recursive: true } } },
  ]),
  "fs.exists": ["f", "s/f", "s/hers", "s/ours", "p/ours/f", "p/hers/f", "made"].map(reading),
};

function reading(path: string) {
  return { args: { path: d(path) }, lacks: ["s/hers"] };
}

/** The folders that are prepared, held: by their paths they could be those outside. */
const held = ["", "s/", "p/q/", "p/ours/"].map(
  (path) => [path, openSync(d(path), 0o10000000 | constants.O_DIRECTORY)] as const,
);

/** The true place of a path inside, whatever stands in its way. */
function inside(path: string): string {
  const [folder, fd] = held.findLast(([each]) => path.startsWith(each)) as [string, number];
  return `/proc/self/fd/${fd}/${path.slice(folder.length)}`;
}

function prepare({ has = [], lacks = [] }: Case<FsCommand>): void {
  for (const path of lacks) rmSync(inside(path), { recursive: true, force: true });
  for (const path of has) {
    if (!path.endsWith("/")) writeFileSync(inside(path), "inside");
    else mkdirSync(inside(path), { recursive: true });
  }
}

/** True if an answer reveals something of the outside. */
function tells(args: unknown, answer: unknown): boolean {
  const path = JSON.stringify(args);
  const isMissing = answer === false || String(answer).startsWith("not-found");
  const isThere = answer === true || String(answer).startsWith("already-exists");
  return (
    loot(answer instanceof Uint8Array ? Buffer.from(answer).toString() : answer) !== null ||
    (/\bours\b/.test(path) && isMissing) ||
    (/\bhers\b/.test(path) && isThere)
  );
}

const names = Object.keys(fsCommands) as FsCommand[];
const report: RaceReport = {
  answers: Object.fromEntries(
    names.map((name) => [name, { done: 0, refused: 0 }]),
  ) as unknown as RaceReport["answers"],
  reported: [],
};

const mark = (what: string) => existsSync(markOf(what));

async function attack<N extends FsCommand>(command: N, each: Case<N>): Promise<void> {
  prepare(each);
  mark(command);
  const answer = await app.run(command, each.args);
  mark("");
  const isRefused = typeof answer === "string" && /^[a-z]+(?:-[a-z]+)*: Cannot /.test(answer);
  const isUntrue = !isRefused && each.makes !== undefined && !existsSync(inside(each.makes));
  if (isUntrue || tells(each.args, answer))
    report.reported.push({ command, args: each.args, answer });
  report.answers[command][isRefused ? "refused" : "done"]++;
}

let isOver = false;
for (const event of ["data", "end"]) process.stdin.once(event, () => (isOver = true));
while (!isOver) {
  for (const name of names) for (const each of cases[name]) await attack(name, each);
  process.stdout.write(`${JSON.stringify(report)}\n`);
}
process.stdin.destroy();
