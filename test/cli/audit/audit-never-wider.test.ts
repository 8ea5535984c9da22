// Whatever a record contains, a proposal allows no more than the configuration does, and everything
// that the record really saw. The judge is the code that decides in an app: its scopes.

import { expect, test } from "bun:test";
import { UseRecorder } from "../../../src/app/use-recorder.ts";
import { notePath } from "../../../src/app/calls/recorder.ts";
import type { BaseDirectories } from "../../../src/app/paths/base-directories.ts";
import { absolutePath, parsePath } from "../../../src/app/scope/path/absolute-path.ts";
import { systemDisk } from "../../../src/app/scope/open/disk.ts";
import { FsScope } from "../../../src/app/scope/fs.ts";
import { Grants } from "../../../src/app/scope/grants/grants.ts";
import { HttpScope } from "../../../src/app/scope/network/http.ts";
import { ShellScope } from "../../../src/app/scope/shell.ts";
import type { Allowlist } from "../../../src/cli/audit/suggest/proposal.ts";
import { allowlistAfter } from "../../../src/cli/audit/suggest/rewritten.ts";
import { FoundUses } from "../../../src/cli/audit/suggest/found-uses.ts";
import { suggest } from "../../../src/cli/audit/suggest/suggest.ts";
import { mergeUses, type UseRecord } from "../../../src/cli/project/use-record.ts";
import { allowedFlags } from "../../../src/contract/commands/allowed-flags.ts";
import { allowlistFlags, type AllowlistModule } from "../../../src/contract/commands/allowlist.ts";
import { offersOf } from "../../../src/contract/uses/offers.ts";
import { baseDirectories } from "../../../src/contract/paths.ts";
import type { CountedUse, UsesReport } from "../../../src/contract/uses/uses.ts";
import { settledConfig, type AuthorConfig } from "../../support/config.ts";

type AuthorAllowlist = NonNullable<NonNullable<AuthorConfig["framework"]>["allowlist"]>;

const rounds = 400;

/** The same numbers each time, so that a failure can be looked at. */
function chance(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const one = <T>(of: readonly T[]): T => of[next(of.length)] as T;
  const some = <T>(make: () => T, most: number): T[] =>
    Array.from({ length: next(most + 1) }, make);
  return { next, one, some };
}

type Chance = ReturnType<typeof chance>;

const allowlistOf = (allowlist: AuthorAllowlist): Allowlist =>
  settledConfig({ framework: { allowlist, bundle: { identifier: "a.b" } } }).framework.allowlist;

function recordOf(
  allowlist: Allowlist,
  { uses, overflown }: Pick<UsesReport, "uses" | "overflown">,
): UseRecord {
  const report = { offered: offersOf(allowlist), uses, overflown };
  return mergeUses(null, report, { now: new Date().toISOString(), isNewSession: true });
}

const proposed = (allowlist: Allowlist, record: UseRecord): Allowlist =>
  allowlistAfter(allowlist, suggest(allowlist, {}, new FoundUses(record), "linux").changes);

const folders = {
  ...Object.fromEntries(baseDirectories.map((name) => [name, null])),
  HOME: "/h",
  DOCUMENT: "/h/docs",
  APPDATA: "/h/.data/app",
} as unknown as BaseDirectories;

const host = { system: "linux", disk: systemDisk } as const;
const fsScope = (scope: Allowlist["fs"]["scope"]) =>
  new FsScope({ scope, folders, grants: new Grants(host), denied: [], ...host, log: () => {} });

const names = ["a", "b", "docs", ".data", "app", "x.txt", "[s]*", ".h", "c", "d", "e"];
const pathsBelow = (depth: number): string[] =>
  depth === 0
    ? [""]
    : ["", ...names.flatMap((name) => pathsBelow(depth - 1).map((rest) => `/${name}${rest}`))];
const universe = ["/h", "/other"].flatMap((top) => pathsBelow(3).map((rest) => top + rest));

function randomPattern({ one, some }: Chance): string {
  const start = one(["$HOME", "$DOCUMENT", "$APPDATA", "/h", "/other", "**"]);
  const parts = some(
    () => one(["*", "**", "a", "b", "docs", "*.txt", "?", "[ab]", ".data", "app", "[[]*"]),
    3,
  );
  return [start, ...parts].join("/");
}

for (const isHostile of [false, true]) {
  const what = isHostile ? "a record that was made up" : "the record of an app";
  test(`paths: by ${what}, a proposal is never wider`, () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const random = chance(seed + (isHostile ? 10_000 : 0));
      const { one, some, next } = random;
      const allowlist = allowlistOf({
        fs: {
          all: true,
          scope: {
            allow: [randomPattern(random), ...some(() => randomPattern(random), 2)],
            deny: some(() => randomPattern(random), 1),
            ...(next(2) === 0 && { requireLiteralLeadingDot: next(2) === 0 }),
          },
        },
      });
      const { scope } = allowlist.fs;
      const old = fsScope(scope);
      const asked = Array.from({ length: next(12) }, () => one(universe));
      const allowed = asked.filter((path) => decides(old, path));
      const record = recordOf(
        allowlist,
        isHostile ? madeUp(random, allowlist, asked) : heard(allowlist, old, asked),
      );
      const now = fsScope(proposed(allowlist, record).fs.scope);
      const shown = `seed ${seed}: ${JSON.stringify(scope)} became ${JSON.stringify(proposed(allowlist, record).fs.scope)}`;
      const wider = universe.filter((path) => decides(now, path) && !decides(old, path));
      expect([shown, wider]).toEqual([shown, []]);
      if (isHostile) continue;
      expect([shown, allowed.filter((path) => !decides(now, path))]).toEqual([shown, []]);
    }
  });
}

function decides(scope: FsScope, path: string): boolean {
  const parsed = parsePath(path, "linux");
  return scope.decide(parsed, parsed, "main").allowed;
}

/** The record of an app with this scope. */
function heard(allowlist: Allowlist, scope: FsScope, paths: readonly string[]): UsesReport {
  let report: UsesReport = { offered: [], uses: [], overflown: [] };
  const recorder = new UseRecorder((sent) => (report = structuredClone(sent)));
  const framework = { ...settledConfig({}).framework, allowlist };
  recorder.begin({
    config: { ...settledConfig({}), framework },
    plugins: [],
    folders,
    system: "linux",
  });
  for (const path of paths) {
    const parsed = parsePath(path, "linux");
    const uses = recorder.call("fs.readTextFile", "main");
    notePath(
      uses,
      "fs",
      absolutePath(parsed.names, "linux").text,
      scope.decide(parsed, parsed, "main"),
    );
  }
  recorder.flush();
  return report;
}

/** Uses with the rules of the configuration and any detail. */
function madeUp({ one, some }: Chance, allowlist: Allowlist, paths: readonly string[]): UsesReport {
  const rules = (allowlist.fs.scope as { allow: readonly string[] }).allow;
  const spellings = [
    "$HOME/../../etc",
    "/etc/passwd",
    "$HOME",
    "**",
    "$DOCUMENT/*",
    "$HOME/\n",
    "$APPDATA/x",
    "/",
    "",
  ];
  const kinds = ["fs", "fs.entries", "fs.listed", "fs.listedTree"] as const;
  const use = (): CountedUse => ({
    kind: one(kinds),
    outcome: "allowed",
    rule: one([...rules, "$TEMP/**"]),
    detail: one([...paths, ...spellings]),
    count: 1,
    command: "fs.readTextFile",
    window: "main",
  });
  return { offered: [], uses: some(use, 8), overflown: [] };
}

const hosts = [
  "a.example",
  "b.a.example",
  "c.example",
  "localhost",
  "10.0.0.1",
  "169.254.169.254",
  "[::1]",
];
const urlPaths = [
  "/",
  "/api",
  "/api/1",
  "/api/2",
  "/api/3",
  "/api/4",
  "/api/x/y",
  "/b/",
  "/api/a%2Fb",
  "/x;y",
  "/~z",
];
const addresses = ["http", "https"].flatMap((scheme) =>
  hosts.flatMap((host) =>
    ["", ":8080"].flatMap((port) => urlPaths.map((path) => `${scheme}://${host}${port}${path}`)),
  ),
);
const urlPatterns = [
  "https://*",
  "http://*",
  "*://a.example/*",
  "https://*.example/*",
  "https://*.a.example:*/api/*",
  "https://a.example/api/*",
  "https://a.example:8080/*",
  "http://localhost:*/*",
  "https://c.example/*/[xy]*",
  "https://c.example",
  "http://10.0.0.1/*",
  "*://*.example/api*",
];

for (const isHostile of [false, true]) {
  test(`addresses: by ${isHostile ? "a record that was made up" : "recorded uses"}, a proposal is never wider`, () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const { one, some, next } = chance(seed);
      const scope = [one(urlPatterns), ...some(() => one(urlPatterns), 2)];
      const allowlist = allowlistOf({ http: { request: true, scope } });
      const old = new HttpScope(scope);
      const asked = Array.from({ length: next(10) }, () => one(addresses));
      const uses = asked.flatMap((address): CountedUse[] => {
        const decision = old.decide(address);
        const rule = isHostile ? one(scope) : decision.allowed ? decision.pattern : null;
        const use = {
          kind: "http",
          outcome: "allowed",
          detail: `GET ${address}`,
          count: 1,
        } as const;
        return rule === null ? [] : [{ ...use, rule, command: "http.request", window: "main" }];
      });
      const after = proposed(allowlist, recordOf(allowlist, { uses, overflown: [] })).http.scope;
      const now = new HttpScope(after);
      const shown = `seed ${seed}: ${JSON.stringify(scope)} became ${JSON.stringify(after)}`;
      const isIn = (judge: HttpScope, address: string): boolean => judge.decide(address).allowed;
      const wider = addresses.filter((address) => isIn(now, address) && !isIn(old, address));
      expect([shown, wider]).toEqual([shown, []]);
      if (isHostile) continue;
      const lost = asked.filter((address) => isIn(old, address) && !isIn(now, address));
      expect([shown, lost]).toEqual([shown, []]);
    }
  });
}

test("programs: what was run may be run, and nothing that might not be before", () => {
  const words = ["status", "-s", "a.b", "a|b", "", "ü"];
  const lists = [
    [],
    ...words.map((word) => [word]),
    ...words.flatMap((a) => words.map((b) => [a, b])),
  ];
  const shellScope = ({ shell }: Allowlist) =>
    new ShellScope({
      scope: shell.scope,
      open: shell.open,
      externalBin: ["side"],
      folders,
      system: "linux",
    });
  const runs = (
    scope: ShellScope,
    program: string,
    args: readonly string[],
    env: object,
  ): boolean => {
    try {
      scope.run({ program, args, env: { ...env }, sidecar: program === "side" });
      return true;
    } catch {
      return false;
    }
  };
  for (let seed = 1; seed <= rounds; seed++) {
    const { one, some, next } = chance(seed);
    const args = () =>
      one([true, true, false, ["status"], ["status", { validator: ".*" }]] as const);
    const allowlist = allowlistOf({
      shell: {
        all: true,
        scope: [
          { name: "one", cmd: "one", args: args() as never, env: ["LANG"] },
          { name: "two", cmd: "two", args: args() as never },
          ...(next(2) === 0 ? [{ name: "side", sidecar: true, args: args() as never }] : []),
        ],
      },
    });
    const old = shellScope(allowlist);
    const asked = some(
      () => ({
        program: one(["one", "two", "side"]),
        args: one(lists),
        env: next(3) === 0 ? { LANG: "C" } : {},
      }),
      6,
    ).filter(({ program, args: given, env }) => runs(old, program, given, env));
    const uses = asked.flatMap(({ program, args: given, env }): CountedUse[] => {
      const use = { outcome: "allowed", rule: program, count: 1, command: "", window: "" } as const;
      const kind = program === "side" ? "sidecar" : "program";
      return [
        { ...use, kind, detail: JSON.stringify(given) },
        ...Object.keys(env).map((name): CountedUse => ({
          ...use,
          kind: "program.env",
          detail: name,
        })),
      ];
    });
    const after = proposed(allowlist, recordOf(allowlist, { uses, overflown: [] }));
    const now = shellScope(after);
    const shown = `seed ${seed}: ${JSON.stringify(allowlist.shell.scope)} became ${JSON.stringify(after.shell.scope)}`;
    const calls = ["one", "two", "side"].flatMap((program) =>
      lists.flatMap((given) => [{}, { LANG: "C" }].map((env) => ({ program, given, env }))),
    );
    // A program whose arguments are all fixed may be called without them: they are filled in, and
    // were allowed.
    const isNew = ({ program, given, env }: (typeof calls)[number]): boolean =>
      runs(now, program, given, env) &&
      !runs(
        old,
        program,
        now.run({ program, args: given, env: { ...env }, sidecar: program === "side" }).args,
        env,
      );
    expect([shown, calls.filter(isNew)]).toEqual([shown, []]);
    const lost = asked.filter(({ program, args: given, env }) => !runs(now, program, given, env));
    expect([shown, lost]).toEqual([shown, []]);
  }
});

test("opened addresses: an expression for servers admits no other, and nothing that the default one does not", () => {
  const opened = [
    "https://example.org/",
    "https://example.org",
    "http://a.example:8080/x?y",
    "https://example.org.evil.example/",
    "https://example.org@evil.example/",
    "https://evil.example/#https://example.org/",
    "mailto:a@b.c",
    "file:///etc/passwd",
  ];
  const allowlist = allowlistOf({ shell: { open: true } });
  const opens = ({ shell }: Allowlist, address: string): boolean => {
    const scope = new ShellScope({
      scope: [],
      open: shell.open,
      externalBin: [],
      folders,
      system: "linux",
    });
    try {
      scope.checkOpen(address);
      return true;
    } catch {
      return false;
    }
  };
  const uses = ["https://example.org/help", "http://a.example:8080/"].map((detail): CountedUse => ({
    kind: "open",
    outcome: "allowed",
    rule: "",
    detail,
    count: 1,
    command: "",
    window: "",
  }));
  const flag = {
    ...(uses[0] as CountedUse),
    kind: "flag",
    rule: "shell.open",
    detail: "shell.open",
  } as const;
  const after = proposed(allowlist, recordOf(allowlist, { uses: [flag, ...uses], overflown: [] }));
  expect(opened.filter((address) => opens(after, address))).toEqual(opened.slice(0, 3));
});

test("flags: of any aggregates and any record, no flag is on that was off", () => {
  const modules = Object.keys(allowlistFlags) as AllowlistModule[];
  const all = [
    ...allowedFlags(allowlistOf({ all: true })),
    "process.relaunchDangerousAllowSymlinkMacos",
  ];
  for (let seed = 1; seed <= rounds; seed++) {
    const { one, some, next } = chance(seed);
    const sections = some(() => one(modules), 4).map((module) => {
      const flag = one(["all", ...allowlistFlags[module]]);
      return [module, { [flag]: true }] as const;
    });
    const allowlist = allowlistOf({ all: next(3) === 0, ...Object.fromEntries(sections) });
    const old = allowedFlags(allowlist);
    const uses = some(() => one(all), 10).map((rule): CountedUse => ({
      kind: "flag",
      outcome: "allowed",
      rule,
      detail: rule,
      count: 1,
      command: "",
      window: "",
    }));
    const now = allowedFlags(proposed(allowlist, recordOf(allowlist, { uses, overflown: [] })));
    const shown = `seed ${seed}`;
    expect([shown, [...now].filter((flag) => !old.has(flag) && !flag.endsWith(".all"))]).toEqual([
      shown,
      [],
    ]);
    const lost = uses.filter(({ rule }) => old.has(rule as never) && !now.has(rule as never));
    const isAggregate = ({ rule }: CountedUse): boolean =>
      rule.endsWith(".all") && allowlistFlags[rule.slice(0, -4) as AllowlistModule].length > 0;
    expect([shown, lost.filter((use) => !isAggregate(use))]).toEqual([shown, []]);
  }
});
