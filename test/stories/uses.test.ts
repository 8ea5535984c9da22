// The record of used features of an app in development.

import { expect, test } from "bun:test";
import { defineApp, definePlugin } from "../../src/app/index.ts";
import { UseRecorder } from "../../src/app/use-recorder.ts";
import type { Allowlist } from "../../src/cli/audit/suggest/proposal.ts";
import { allowlistAfter } from "../../src/cli/audit/suggest/rewritten.ts";
import { FoundUses } from "../../src/cli/audit/suggest/found-uses.ts";
import { suggest } from "../../src/cli/audit/suggest/suggest.ts";
import { mergeUses } from "../../src/cli/project/use-record.ts";
import { commands } from "../../src/contract/commands/index.ts";
import {
  longestDetail,
  maxDetails,
  type CountedUse,
  type UsesReport,
} from "../../src/contract/uses/uses.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { settledConfig } from "../support/config.ts";
import { addressHere, here, systemHere, testOnEach } from "../support/each-system.ts";

interface Recorded {
  readonly app: MemoryApp;
  /** All reports so far, as one. */
  readonly all: () => UsesReport;
  /** Each use in short: `kind outcome rule: detail ×count`. */
  readonly lines: (kind?: string) => readonly string[];
}

async function recorded(options: MemoryAppOptions): Promise<Recorded & Disposable> {
  const reports: UsesReport[] = [];
  const recorder = new UseRecorder((report) => reports.push(structuredClone(report)));
  const app = await startInMemory({ ...options, recorder });
  const all = (): UsesReport => {
    recorder.flush();
    return {
      offered: reports.at(-1)?.offered ?? [],
      uses: reports.flatMap(({ uses }) => uses),
      overflown: reports.at(-1)?.overflown ?? [],
    };
  };
  const short = ({ outcome, kind, rule, detail, count }: CountedUse): string =>
    `${kind} ${outcome} ${rule}: ${detail} ×${count}`;
  return {
    app,
    all,
    lines: (kind) =>
      all()
        .uses.filter((use) => kind === undefined || use.kind === kind)
        .map(short),
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}

const slashed = (path: string): string => path.replaceAll("\\", "/");
const fails = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "it was done",
    (error: { code: string }) => error.code,
  );

testOnEach(
  "a flag is recorded with its command, once a call, and a refused one as refused",
  async () => {
    using dir = tempDir({ "a.txt": "a" });
    using it = await recorded({
      allow: ["fs.readFile"],
      config: { framework: { allowlist: { fs: { scope: [`${here(dir.path)}/**`] } } } },
    });
    const path = here(dir.path, "a.txt");
    await it.app.page.invoke("fs.readTextFile", { path });
    await it.app.page.invoke("fs.readTextFile", { path });
    await it.app.page.invoke("fs.readBinaryFile", { path });
    expect(await fails(it.app.page.invoke("fs.removeFile", { path }))).toBe("not-allowed");
    expect(it.lines("flag")).toEqual([
      "flag allowed fs.readFile: fs.readTextFile ×2",
      "flag allowed fs.readFile: fs.readBinaryFile ×1",
      "flag refused fs.removeFile: fs.removeFile ×1",
    ]);
    expect(it.lines("fs")).toEqual([`fs allowed ${here(dir.path)}/**: ${slashed(path)} ×3`]);
    expect(it.all().uses[0]).toMatchObject({ command: "fs.readTextFile", window: "main" });
  },
);

test("every command with a flag is recorded by the table that checks it", async () => {
  const rows = Object.entries(commands).filter(([, { flag }]) => flag !== null);
  using it = await recorded({});
  for (const [name] of rows) await fails(it.app.page.invoke(name, {}));
  const refused = it.all().uses.filter(({ kind }) => kind === "flag");
  expect(refused.map(({ rule, detail }) => `${detail} ${rule}`)).toEqual(
    rows.map(([name, { flag }]) => `${name} ${flag}`),
  );
  expect(new Set(refused.map(({ outcome }) => outcome))).toEqual(new Set(["refused"]));
});

/** A plugin whose commands have two flags, and one command that needs none. */
const notes = () =>
  definePlugin({
    name: "notes",
    commands: { list: () => [], add: () => null, about: () => "notes" },
    flags: { list: "read", add: "write", about: null },
  });

test("a call to a plugin is recorded with its flag, and so is one that is refused", async () => {
  using it = await recorded({
    definition: defineApp({ plugins: [notes()] }),
    config: {
      plugins: { notes: { allowlist: { read: true } }, other: { allowlist: { a: true } } },
    },
  });
  await it.app.page.invoke("plugin:notes|list", {});
  await it.app.page.invoke("plugin:notes|about", {});
  expect(await fails(it.app.page.invoke("plugin:notes|add", {}))).toBe("not-allowed");
  expect(await fails(it.app.page.invoke("plugin:notes|none", {}))).toBe("unknown-command");
  expect(it.lines()).toEqual([
    "plugin allowed notes.read: list ×1",
    "plugin refused notes.write: add ×1",
  ]);
  // The app has no plugin "other", and knows none of its flags.
  expect(it.all().offered).toEqual(["plugin notes.read"]);
});

test("with all flags of a plugin allowed, each use is recorded with its own", async () => {
  using it = await recorded({
    definition: defineApp({ plugins: [notes()] }),
    config: { plugins: { notes: { allowlist: { all: true } } } },
  });
  await it.app.page.invoke("plugin:notes|add", {});
  expect([it.lines(), it.all().offered]).toEqual([
    ["plugin allowed notes.write: add ×1"],
    ["plugin notes.all"],
  ]);
});

testOnEach("a path is written from the folder that its pattern starts from", async () => {
  using dir = tempDir({});
  using it = await recorded({
    allow: ["fs.all"],
    config: {
      framework: {
        allowlist: { fs: { scope: ["$TEMP/**"] } },
        bundle: { identifier: "org.example.uses" },
      },
    },
  });
  const path = here(dir.path, "new.txt");
  await it.app.page.invoke("fs.writeTextFile", { path, contents: "" });
  const { TEMP } = it.app.services.baseDirectories;
  const below = slashed(path).slice(slashed(TEMP ?? "").length);
  expect(it.lines("fs")).toEqual([`fs allowed $TEMP/**: $TEMP${below} ×1`]);
  expect(it.all().offered).toEqual(
    expect.arrayContaining(["fs $TEMP/**", "all fs", "flag fs.copyFile"]),
  );
});

testOnEach(
  "files that the user chose are recorded as granted, and files outside as refused",
  async () => {
    using dir = tempDir({ "a.txt": "a", "b.txt": "b" });
    const [a, b] = [here(dir.path, "a.txt"), here(dir.path, "b.txt")];
    using it = await recorded({ allow: ["fs.all", "dialog.open"], answers: { file: () => [a] } });
    await it.app.page.invoke("dialog.open", {});
    await it.app.page.invoke("fs.readTextFile", { path: a });
    expect(await fails(it.app.page.invoke("fs.readTextFile", { path: b }))).toBe("out-of-scope");
    const outcomes = it.all().uses.filter(({ kind }) => kind === "fs");
    expect(outcomes.map(({ outcome, rule }) => `${outcome} ${rule}`)).toEqual([
      "granted user",
      "refused ",
    ]);
  },
);

testOnEach(
  "listing a folder records that its entries are needed, by the pattern that admits each",
  async () => {
    using dir = tempDir({ "a.txt": "", "b.md": "", "sub/c.txt": "" });
    const root = here(dir.path);
    using it = await recorded({
      allow: ["fs.readDir"],
      config: { framework: { allowlist: { fs: { scope: [root, `${root}/*.txt`] } } } },
    });
    await it.app.page.invoke("fs.readDir", { path: root });
    const from = slashed(root);
    expect(it.lines().filter((line) => line.startsWith("fs"))).toEqual([
      `fs allowed ${root}: ${from} ×1`,
      `fs.listed allowed ${root}: ${from} ×1`,
      `fs.entries allowed ${root}/*.txt: ${from} ×1`,
    ]);
  },
);

testOnEach("requests of the asset protocol, events and opened addresses are recorded", async () => {
  using dir = tempDir({ "a.png": "" });
  using it = await recorded({
    allow: ["protocol.asset", "shell.open"],
    config: { framework: { allowlist: { protocol: { assetScope: [`${here(dir.path)}/*`] } } } },
  });
  const url = addressHere(`asset://localhost/${encodeURIComponent(here(dir.path, "a.png"))}`);
  await it.app.platform.request("main", url, { headers: {}, method: "GET" });
  await it.app.page.invoke("event.emit", { event: "saved" });
  await it.app.page.invoke("shell.open", { path: "https://example.org/a?token=1" });
  expect(await fails(it.app.page.invoke("shell.open", { path: "file:///etc/passwd" }))).toBe(
    "out-of-scope",
  );
  expect(it.lines()).toEqual([
    "flag allowed protocol.asset: asset protocol ×1",
    `asset allowed ${here(dir.path)}/*: ${slashed(here(dir.path, "a.png"))} ×1`,
    "event allowed emit: saved ×1",
    "flag allowed shell.open: shell.open ×2",
    "open allowed : https://example.org/a ×1",
    "open refused : file:///etc/passwd ×1",
  ]);
});

test("programs are recorded with their arguments, and requests without their query", async () => {
  using it = await recorded({
    allow: ["shell.execute", "http.request"],
    config: {
      framework: {
        allowlist: {
          shell: { scope: [{ name: "tool", cmd: "/no/such/tool", args: true, env: ["LANG"] }] },
          http: { scope: ["http://127.0.0.1:*/*"] },
        },
      },
    },
  });
  const run = (program: string, args: string[]) =>
    fails(
      it.app.page.invoke("shell.execute", {
        program,
        args,
        options: { env: { LANG: "C" } },
      } as never),
    );
  await run("tool", ["status", "-s"]);
  await run("other", ["x"]);
  await fails(
    it.app.page.invoke("http.request", {
      method: "GET",
      url: "http://127.0.0.1:1/a?token=secret",
    } as never),
  );
  await fails(
    it.app.page.invoke("http.request", { method: "POST", url: "https://evil.example/" } as never),
  );
  expect(it.lines().filter((line) => !line.startsWith("flag"))).toEqual([
    'program allowed tool: ["status","-s"] ×1',
    "program.env allowed tool: LANG ×1",
    'program refused : ["other","x"] ×1',
    "http allowed http://127.0.0.1:*/*: GET http://127.0.0.1:1/a ×1",
    "http refused : POST https://evil.example/ ×1",
  ]);
});

test("a page that asks for 100,000 paths, long ones and ones with line ends fills no memory", async () => {
  const { uses, overflown } = await flood();
  expect(uses.filter(({ kind }) => kind === "fs")).toHaveLength(maxDetails);
  expect(uses.every(({ detail }) => detail.length <= longestDetail)).toBe(true);
  expect(overflown).toEqual(['["fs","refused",""]']);
});

async function flood(): Promise<UsesReport> {
  const reports: UsesReport[] = [];
  const recorder = new UseRecorder((report) => reports.push(structuredClone(report)));
  const path = (detail: string): void =>
    recorder
      .call("fs.readTextFile", "main")
      .note({ kind: "fs", outcome: "refused", rule: "", detail });
  path(`/${"a".repeat(100_000)}`);
  path("/a\nb");
  for (let at = 0; at < 100_000; at++) path(`/${at}`);
  recorder.flush();
  return reports[0] as UsesReport;
}

const steps = [
  ["fs.readDir", { path: "app/notes", options: { recursive: true } }],
  ["fs.readDir", { path: "app/pictures" }],
  ["fs.copyFile", { source: "app/notes/a.txt", destination: "app/backup/a.txt" }],
  ["fs.createDir", { path: "app/new/deep/folder", options: { recursive: true } }],
  ["fs.writeTextFile", { path: "app/new/deep/folder/x.txt", contents: "x" }],
  ["fs.renameFile", { oldPath: "app/notes", newPath: "app/moved" }],
  ["fs.removeDir", { path: "app/moved", options: { recursive: true } }],
  ["fs.removeFile", { path: "app/pictures/p.png" }],
  ["fs.exists", { path: "app/[odd].txt" }],
] as const;

/** Does all of that in a new folder, and gives back what came out. */
async function played(
  allowlist: Allowlist | null,
): Promise<readonly [results: readonly unknown[], after: Allowlist]> {
  using dir = tempDir({
    "app/notes/a.txt": "a",
    "app/notes/b/c.txt": "c",
    "app/pictures/p.png": "",
    "app/pictures/q.png": "",
    "app/backup/old": "",
    "elsewhere/z": "",
  });
  const place = here(dir.path);
  const all = settledConfig({
    framework: { allowlist: { fs: { all: true, scope: ["ROOT/**", "ROOT/elsewhere/*"] } } },
  });
  const moved = (value: unknown, from: string, to: string): Allowlist =>
    JSON.parse(JSON.stringify(value).replaceAll(from, to));
  const slashedPlace = slashed(place);
  const used = moved(allowlist ?? all.framework.allowlist, "ROOT", slashedPlace);
  using it = await recorded({ config: { framework: { allowlist: used as never } } });
  const whole = (args: Readonly<Record<string, unknown>>): object =>
    Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        name,
        typeof value === "string" && name !== "contents" ? here(dir.path, value) : value,
      ]),
    );
  const results: unknown[] = [];
  for (const [command, args] of steps) {
    const result = await it.app.page
      .invoke(command as string, whole(args))
      .catch((error: unknown) => String(error));
    results.push(
      JSON.parse(
        JSON.stringify(result ?? null).replaceAll(JSON.stringify(place).slice(1, -1), "ROOT"),
      ),
    );
  }
  const record = mergeUses(null, it.all(), { now: "2026-11-28T12:00:00.000Z", isNewSession: true });
  const { changes } = suggest(used, {}, new FoundUses(record), systemHere());
  return [results, moved(allowlistAfter(used, changes), slashedPlace, "ROOT")];
}

testOnEach("with what is proposed, an app does all that was recorded once more", async () => {
  const [before, proposed] = await played(null);
  expect(before.filter((result) => typeof result === "string")).toEqual([]);
  expect(proposed.fs).toMatchObject({
    all: false,
    readDir: true,
    readFile: false,
    renameFile: true,
  });
  expect(JSON.stringify(proposed.fs.scope)).not.toMatch(/ROOT\/\*\*|elsewhere/);
  const [after, again] = await played(proposed);
  expect(after).toEqual(before);
  // Nothing is left to take out.
  expect(again).toEqual(proposed);
});

test("nothing is reported that was reported before, and counts are of the time between", async () => {
  using it = await recorded({ allow: ["path.all"] });
  await it.app.page.invoke("path.join", { paths: ["a"] });
  expect(it.lines()).toHaveLength(1);
  expect(it.lines()).toHaveLength(1);
  await it.app.page.invoke("path.join", { paths: ["a"] });
  expect(it.lines()).toEqual([
    "flag allowed path.all: path.join ×1",
    "flag allowed path.all: path.join ×1",
  ]);
});
