// Attacks on the tool by a small file of a project that repeats one construct: it must neither
// delay the user, nor hide other problems below thousands of warnings.

import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { checkText, loadConfig } from "../../src/config/read/load.ts";
import { reportJson, reportText } from "../../src/config/report/report.ts";
import { planMigration } from "../../src/cli/migrate/plan.ts";
import { findTauriProject } from "../../src/cli/migrate/tauri-project.ts";
import { migrateCommand } from "../../src/cli/migrate/migrate.ts";
import { firstLines } from "../../src/cli/first-lines.ts";
import { tempDir } from "../../harness/temp-dir.ts";

/**
 * Processor time, so that other work on the machine does not count. A quadratic algorithm takes
 * minutes.
 */
const patience = 10_000;

function inTime<T>(run: () => T): T {
  const from = process.cpuUsage();
  const given = run();
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1000).toBeLessThan(patience);
  return given;
}

const megabyte = 1024 * 1024;
const filled = (fragment: string): string => fragment.repeat(megabyte / fragment.length);

/** A configuration, as `framework config` reads it. */
function loaded(config: object) {
  using dir = tempDir({ "framework.conf.json": JSON.stringify(config) });
  return loadConfig({ from: dir.path, system: "linux", command: "config" });
}

const framework = { bundle: { identifier: "a.b" } };

/** The fragment of an attack, and the same in normal use, which is reported as before. */
const policies: readonly [fragment: string, written: string, printed: string][] = [
  ["a ;,", "script-srcc 'self'", "is no directive of a policy"],
  ["script-src data: ;,", "script-src data:", "lets scripts run from data:"],
  ["script-src self ;", "script-src self", "is the name of a host without its quotes"],
];

for (const [fragment, written, output] of policies) {
  test(`a policy of ${JSON.stringify(fragment)} is reported in at most a hundred lines`, () => {
    const { problems, warnings } = inTime(() =>
      loaded({ framework: { ...framework, security: { csp: filled(fragment) } } }),
    );
    expect(problems.length).toBeLessThanOrEqual(101);
    expect(warnings.length).toBeLessThanOrEqual(101);
    expect(inTime(() => reportText(problems, warnings, { color: true })).length).toBeLessThan(
      200_000,
    );
  });

  test(`a policy of ${JSON.stringify(written)} is reported`, () => {
    const { problems, warnings } = loaded({
      framework: { ...framework, security: { csp: written } },
    });
    expect(reportText(problems, warnings, { color: false })).toContain(output);
  });
}

test.each([
  [100_000, []],
  [100_001, ["may have at most 100000 characters"]],
] as const)("a text of %d characters has the problems %j", (length, wanted) => {
  const { problems } = loaded({
    package: { version: "1.0.0", productName: "a".repeat(length) },
    framework,
  });
  const found = problems
    .filter(({ path }) => path === "package.productName")
    .map(({ message }) => message);
  expect(found.filter((message) => message.includes("characters"))).toEqual([...wanted]);
});

test("excess messages are counted, and errors stay errors", () => {
  const fields = Array.from({ length: 1000 }, (_, at) => [`field${at}`, 1]);
  const problems = checkText(JSON.stringify(Object.fromEntries(fields)), "framework.conf.json");
  const report = reportText(problems, [], { color: false });
  expect(report).toContain("error  and 900 more\n");
  expect(report).toEndWith("1000 problems, 0 warnings\n");
  expect(reportJson(problems, []).at(-1)).toMatchObject({
    code: "more",
    message: "and 900 more",
    path: "",
  });
  const { config } = loaded({ ...Object.fromEntries(fields), framework });
  expect(config).toBeNull();
});

test("a long text is quoted in parts", () => {
  const [problem] = checkText(
    JSON.stringify({
      framework: { allowlist: { http: { scope: [`https://a/?${"b".repeat(90_000)}`] } } },
    }),
    "framework.conf.json",
  );
  const { warnings, problems } = loaded({
    framework: {
      ...framework,
      allowlist: { http: { request: true, scope: [`https://a/?${"b".repeat(90_000)}`] } },
    },
  });
  expect(problem).toBeUndefined();
  expect(problems).toHaveLength(1);
  expect(reportText(problems, warnings, { color: false }).length).toBeLessThan(3000);
});

/** A project of Tauri with this code in Rust. */
function peer(rust: string) {
  const dir = tempDir({ "package.json": "{}" });
  mkdirSync(`${dir.path}/src-tauri/src`, { recursive: true });
  writeFileSync(`${dir.path}/src-tauri/tauri.conf.json`, JSON.stringify({ tauri: {} }));
  writeFileSync(`${dir.path}/src-tauri/src/main.rs`, rust);
  return dir;
}

const project = (folder: string) =>
  planMigration(findTauriProject(folder) as NonNullable<ReturnType<typeof findTauriProject>>);

const rusts: readonly [fragment: string, written: string, made: string][] = [
  [
    "#[command ",
    "#[command]\nfn greet(name: String) -> String { name }",
    "greet(_args: { name: string }): string",
  ],
  ["#[a]\n", "#[a]\n#[tauri::command]\n#[b]\nfn greet() {}", "greet(): void"],
  ["#[command]\nfn a() {", "#[command]\nfn greet() { fn inner() {} }", "greet(): void"],
  [
    "b.get_window(",
    'fn main() { a.setup(|app| { app.get_window("main").unwrap().show(); }) }',
    "setup(",
  ],
];

for (const [fragment, written, made] of rusts) {
  test(`code in Rust of ${JSON.stringify(fragment)} is read in one pass`, () => {
    using dir = peer(filled(fragment));
    inTime(() => project(dir.path));
  });

  test(`code in Rust as ${JSON.stringify(written)} is moved`, () => {
    using dir = peer(written);
    expect(project(dir.path).made.get("src-framework/main.ts")).toContain(made);
  });
}

test("a list of what is left has an end", async () => {
  using dir = peer(".setup(\n".repeat(500));
  let reported = "";
  const terminal = {
    cwd: dir.path,
    out: (text: string) => (reported += text),
    err: () => undefined,
  };
  await migrateCommand(terminal as never, { dryRun: true });
  expect(reported.split("\n").filter((line) => line.includes("Rust sets up"))).toHaveLength(100);
  expect(reported).toMatch(/^ {2}and 40\d more$/m);
});

test("a list without end, and a line", () => {
  expect(firstLines(["a", "b"])).toEqual(["a", "b"]);
  expect(firstLines(Array(101).fill("a")).slice(-2)).toEqual(["a", "and one more"]);
  expect(firstLines(["a".repeat(2000)])[0]).toHaveLength(1001);
});
