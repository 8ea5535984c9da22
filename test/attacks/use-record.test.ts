// Attacks on the record of features that pages use, by a page of an app in development and by a
// foreign project: proposals from it are never wider, it fills neither memory nor disk, and no
// other file is read or written in its place.

import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { UseRecorder } from "../../src/app/use-recorder.ts";
import {
  mergeUses,
  readUseRecord,
  RecordKeeper,
  type UseRecord,
} from "../../src/cli/project/use-record.ts";
import { maxDetails, type CountedUse, type UsesReport } from "../../src/contract/uses/uses.ts";
import {
  audit,
  auditedProject,
  recordFile,
  recordOf,
  used,
  writeRecord,
} from "../cli/audit/audit-project.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const report = (...uses: readonly CountedUse[]): UsesReport => ({
  offered: ["fs $HOME/**", "flag fs.readFile"],
  uses,
  overflown: [],
});
const reading = [used("flag", "fs.readFile", "fs.readTextFile"), used("fs", "$HOME/**", "$HOME/a")];

/** Entries in the record's place, by the function that makes them, each with its description. */
const inItsPlace: readonly (readonly [what: string, why: string, put: (path: string) => void])[] = [
  [
    "a link",
    "is no plain file",
    (path) => symlinkSync(join(dirname(path), "../../letter.txt"), path),
  ],
  ["a link to nothing", "is no plain file", (path) => symlinkSync("/nowhere/at/all", path)],
  ["a pipe", "is no plain file", (path) => void execFileSync("mkfifo", [path])],
  ["no JSON", "is damaged", (path) => writeFileSync(path, "{")],
  ["an empty file", "is damaged", (path) => writeFileSync(path, "")],
  ["another value", "is no record of uses", (path) => writeFileSync(path, "[]")],
  [
    "another format",
    "is of format 2, and this version reads format 1",
    (path) => writeFileSync(path, '{"version":2}'),
  ],
  [
    "a huge file",
    "cannot be read: it holds 100000000 bytes, want at most 33554432",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 100_000_000);
    },
  ],
];

for (const [what, why, put] of inItsPlace) {
  test(`${what} in the record's place is not taken for one: dev starts it anew, audit says so`, async () => {
    using dir = await auditedProject(
      {
        "framework.conf.json": '{ "framework": { "allowlist": { "fs": { "readFile": true } } } }',
        "letter.txt": "dear Ada",
      },
      null,
    );
    const path = recordFile(dir.path);
    mkdirSync(dirname(path), { recursive: true });
    put(path);
    const refused = await audit(dir.path, { apply: true });
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`${path}" ${why}; delete it`),
    ]);

    const output: string[] = [];
    const keeper = new RecordKeeper(dirname(dirname(path)), (text) => output.push(text));
    keeper.add(report(...reading));
    keeper.add(report(...reading));
    expect(output).toEqual([
      `The record of the features that pages use, "${path}", ${why}: it is started anew`,
    ]);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir.path, "src-framework/letter.txt"), "utf8")).toBe("dear Ada");
    const read = readUseRecord(path);
    expect(read.found === "one" && read.record.uses.map(({ count }) => count)).toEqual([2, 2]);
  });
}

test("dev reports once that it cannot write the record, and writes it when it can", () => {
  using dir = tempDir({ target: "a file" });
  const output: string[] = [];
  const keeper = new RecordKeeper(join(dir.path, "target"), (text) => output.push(text));
  keeper.add(report(...reading));
  keeper.add(report(...reading));
  expect(output).toHaveLength(1);
  expect(output[0]).toStartWith("Cannot record the features that pages use: ");
  // A file that was held for a moment, as on Windows, loses nothing.
  rmSync(join(dir.path, "target"));
  keeper.add(report(...reading));
  const read = readUseRecord(join(dir.path, "target/dev/uses.json"));
  expect(read.found === "one" && read.record.uses.map(({ count }) => count)).toEqual([3, 3]);
  expect(output).toHaveLength(1);
});

test("the record of its own kind is read, and two sessions add up", () => {
  using dir = tempDir({});
  for (let session = 0; session < 2; session++) {
    const keeper = new RecordKeeper(dir.path, () => {});
    keeper.add(report(...reading));
    keeper.add(report(used("flag", "fs.readFile", "fs.readBinaryFile")));
  }
  const read = readUseRecord(join(dir.path, "dev/uses.json"));
  expect(read).toMatchObject({ found: "one", record: { sessions: 2 } });
  expect(
    read.found === "one" && read.record.uses.map(({ detail, count }) => [detail, count]),
  ).toEqual([
    ["fs.readTextFile", 2],
    ["fs.readBinaryFile", 2],
    ["$HOME/a", 2],
  ]);
});

const configuration = JSON.stringify({
  framework: { allowlist: { fs: { readFile: true, scope: ["$HOME/**"] } } },
});

test("100,000 different paths make the record no longer, and leave the pattern as it is", async () => {
  let merged: UseRecord | null = null;
  const recorder = new UseRecorder((sent) => {
    merged = mergeUses(merged, structuredClone(sent), {
      now: "2026-11-28T12:00:00.000Z",
      isNewSession: false,
    });
  });
  for (let at = 0; at < 100_000; at++) {
    const call = recorder.call("fs.readTextFile", "main");
    call.note({ kind: "flag", outcome: "allowed", rule: "fs.readFile", detail: "fs.readTextFile" });
    call.note({ kind: "fs", outcome: "allowed", rule: "$HOME/**", detail: `$HOME/${at}` });
    if (at % 1000 === 0) recorder.flush();
  }
  recorder.flush();
  const { uses } = merged as unknown as UseRecord;
  expect(uses).toHaveLength(maxDetails + 1);

  using dir = await auditedProject({ "framework.conf.json": configuration }, reading);
  const own = recordOf(dir.path, reading);
  await writeRecord(
    dir.path,
    JSON.stringify({ ...(merged as unknown as UseRecord), offered: own.offered }),
  );
  const { out } = await audit(dir.path, { apply: true });
  expect(out).toContain('"$HOME/**": more paths were used than are recorded');
  expect(readFileSync(join(dir.path, "src-framework/framework.conf.json"), "utf8")).toBe(
    configuration,
  );
});

const tricks = [
  '$HOME/a\n+++ b/framework.conf.json\n@@ -1 +1 @@\n+{"framework":{"allowlist":{"all":true}}}',
  '$HOME/a", "/**',
  "$HOME/\u202egnp.a",
  "$HOME/\u001b[2J",
  "/**",
  "$HOME/../../etc/**",
  "**",
  "",
  "$HOME",
];

for (const trick of tricks) {
  test(`a path that reads ${JSON.stringify(trick)} makes nothing wider, and writes nothing into the patch`, async () => {
    using dir = await auditedProject({ "framework.conf.json": configuration }, [
      ...reading,
      used("fs", "$HOME/**", trick),
    ]);
    const { out } = await audit(dir.path, { apply: true });
    const { allowlist } = JSON.parse(
      readFileSync(join(dir.path, "src-framework/framework.conf.json"), "utf8"),
    ).framework;
    const { scope, ...flags } = allowlist.fs;
    expect([Object.keys(allowlist), flags]).toEqual([["fs"], { readFile: true }]);
    const isInside = (pattern: string): boolean => /^\$HOME(?:\/(?!.*\.\.)|$)/.test(pattern);
    expect(scope.every(isInside)).toBe(true);
    // Each line of output begins as the command begins it, and a patch names only the
    // configuration.
    const headers = out.split("\n").filter((line) => /^(?:\+\+\+|---|@@) /.test(line));
    expect(
      headers.filter(
        (line) =>
          !/^(?:--- a|\+\+\+ b)\/src-framework\/framework\.conf\.json$|^@@ -\d+,\d+ \+\d+,\d+ @@$/.test(
            line,
          ),
      ),
    ).toEqual([]);
  });
}

test("a page that may reach the whole project still cannot read or replace the record", async () => {
  using dir = tempDir({ "target/dev/uses.json": "{}", "target/dev/other.json": "here" });
  const at = (name: string): string => join(dir.path, "target/dev", name);
  using app = await startInMemory({
    allow: ["fs.all"],
    config: { framework: { allowlist: { fs: { scope: [`${dir.path}/**`] } } } },
    recorder: new UseRecorder(() => {}),
    keeps: [at("uses.json")],
  });
  const refused = (command: string, args: object): Promise<string> =>
    app.page.invoke(command, args).then(
      () => "done",
      (error: { code: string }) => error.code,
    );
  const path = at("uses.json");
  expect([
    await refused("fs.readTextFile", { path }),
    await refused("fs.writeTextFile", { path, contents: "" }),
    await refused("fs.removeFile", { path }),
    await refused("fs.renameFile", { oldPath: at("other.json"), newPath: path }),
    await refused("fs.removeDir", { path: join(dir.path, "target"), options: { recursive: true } }),
    await refused("fs.renameFile", {
      oldPath: join(dir.path, "target"),
      newPath: join(dir.path, "moved"),
    }),
  ]).toEqual(Array.from({ length: 6 }, () => "out-of-scope"));
  expect(await app.page.invoke("fs.readTextFile", { path: at("other.json") })).toBe("here");
});

test("a configuration reached by a link is changed where it lies, and stays a link", async () => {
  using dir = await auditedProject({ "framework.conf.json": configuration }, reading);
  const link = join(dir.path, "src-framework/framework.conf.json");
  const real = join(dir.path, "elsewhere.json");
  writeFileSync(real, readFileSync(link));
  rmSync(link);
  symlinkSync(real, link);
  expect((await audit(dir.path, { apply: true })).code).toBe(0);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(real, "utf8")).framework.allowlist.fs.scope).toEqual(["$HOME/a"]);
});

test("without a record, or with an empty one, the tool applies nothing and says how to make one", async () => {
  using dir = await auditedProject({ "framework.conf.json": configuration }, null);
  const none = await audit(dir.path, { apply: true });
  expect([none.code, none.err]).toEqual([
    1,
    expect.stringContaining('there is no record; run "npx framework dev"'),
  ]);
  await writeRecord(dir.path, JSON.stringify(recordOf(dir.path, [])));
  const empty = await audit(dir.path, { apply: true });
  expect([empty.code, empty.err]).toEqual([
    1,
    expect.stringContaining("no page has used anything"),
  ]);
  expect(readFileSync(join(dir.path, "src-framework/framework.conf.json"), "utf8")).toBe(
    configuration,
  );
});
