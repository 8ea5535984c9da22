// The tasks of `npm start`, `npm test`, `npm run ok`, …: the commands of each after the set-up.

import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { completeTimings } from "./first-timings.mjs";
import { filesOfFailures, readCounts, readCountsOf, readFailures } from "./test-report.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
export const bun = join(root, "node_modules/bun/bin/bun.exe");
const tool = (path) => [process.execPath, join(root, "node_modules", path)];

const vitepress = [process.execPath, join(root, "site/node_modules/vitepress/bin/vitepress.js")];

const tasks = {
  start: (args) =>
    hasDisplay()
      ? run([process.execPath, join(root, "bin/framework.mjs"), "dev", ...args], {
          cwd: join(root, "examples/dialogs"),
        })
      : run([bun, "tools/demo.ts", ...args]),
  test: runTests,
  "test:one": runOneTest,
  watch: (args) => run([bun, "test", `--timeout=${limit}`, "--watch", "--changed", ...args]),
  chromium: runOnChromium,
  mutants: (args) => run([bun, "tools/mutants.ts", ...args]),
  pace: (args) => runSuite(paceSuite, args),
  ok: runGate,
  templates: (args) => run([bun, "tools/templates.ts", ...args]),
  verify: (args) => run([bun, "verify/main.ts", ...args]),
  conformance: (args) => run([bun, "conformance/main.ts", ...args]),
  docs: (args) => run([...vitepress, "build", "site", ...args]),
  "docs:dev": (args) => run([...vitepress, "dev", "site", ...args]),
  bench: (args) => run([bun, "bench/main.ts", ...args]),
  soak: (args) =>
    args.includes("--person")
      ? runPerson(args)
      : args.includes("--wine")
        ? runSuite("./test/wine/soak/soak-suite.ts")
        : run([bun, "bench/soak.ts", ...args]),
};

/**
 * Compiles the modules that pages and apps import as `framework/…` and `framework-plugin-…`:
 * bundlers other than Bun accept no TypeScript from a package.
 */
const compile = () =>
  run([
    ...tool("typescript/bin/tsc"),
    "-b",
    "src/api",
    "src/app",
    "src/config",
    "src/bundler",
    "src/testing",
    ...plugins(),
  ]);

const plugins = () => readdirSync(join(root, "plugins")).map((name) => `plugins/${name}`);

export const taskNames = Object.keys(tasks);

/** Whether a window would be visible. Windows and macOS always have a screen. */
export function hasDisplay() {
  if (process.platform !== "linux") return true;
  return Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY);
}

/** Runs a task to its end and returns its exit code. */
export async function runTask(name, args) {
  return (await compile()) || (await tasks[name](args));
}

/**
 * Starts a program and waits for it. A signal sent to this process ends the program first; one from
 * the terminal has reached it already. `watch` receives its standard error, which is then not
 * shown. `longest` is the number of milliseconds after which the program is killed.
 */
function run([program, ...args], { cwd = root, env = {}, watch = null, longest = Infinity } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ["inherit", "inherit", watch === null ? "inherit" : "pipe"],
    });
    const pass = (signal) => {
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, pass);
    const timer = Number.isFinite(longest)
      ? setTimeout(() => child.kill("SIGKILL"), longest)
      : undefined;
    child.stderr?.on("data", (chunk) => {
      watch(chunk);
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const name of signals) process.off(name, pass);
      clearTimeout(timer);
      resolve(
        code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }[signal] ?? 0),
      );
    });
  });
}

// Tests
// -------------------------------------------------------------------------------------------------

/**
 * The time limit of one test, or of its preparation, in milliseconds: only a hang takes that long,
 * on any machine. A wait within a test gives up earlier (`patience` in harness/wait.ts), and names
 * its condition.
 */
const limit = 600_000;

/**
 * The time limit of all tests, in milliseconds: three times their usual time. A run that takes
 * longer is killed and reports the failures so far; CI would end it after 90 minutes silently.
 */
const longestRun = 4_200_000;

/** More would not help: the longest files take the time. */
const processors = Math.min(availableParallelism(), 4);

/**
 * Files run concurrently, each with globals of its own. Their durations are stored, and the next
 * run begins with the slowest. On other systems than Linux the few files run sequentially.
 */
const sideBySide = (workers, timings = "test-timings") => [
  `--parallel=${workers}`,
  `--timings=build/${timings}.json`,
  "--update-timings",
];

/**
 * Most files wait for programs half of their time: one more than processors keeps all of these
 * busy.
 */
const workers = processors + 1;

/**
 * Programs under Wine start slowly and wait for each other, so two files at a time run beside the
 * others.
 */
const wineSuites = "./test/wine/";
const underWine = sideBySide(Math.max(2, Math.floor(processors / 2)), "wine-timings");

/** More files than these do not fail for the machine's sake. */
const maxRepeatedFiles = 5;

/** In seconds: what files with long tests take in a run on two processors. */
const slowTests = JSON.parse(readFileSync(join(root, "tools/slow-tests.json"), "utf8"));

/**
 * `./test/` and not `test`: a bare word would match in every path. Arguments are passed to `bun
 * test`.
 */
async function runTests(args) {
  const isOnLinux = process.platform === "linux";
  if (args.some((arg) => !arg.startsWith("-")))
    return tell([await count([...(isOnLinux ? sideBySide(workers) : []), ...args])]);
  if (!isOnLinux) {
    process.stderr.write(
      "Only the tests of rules run here: windows and packages are tested on Linux\n",
    );
    const own = process.platform === "darwin" ? macSuites : [];
    return tell([await count([...args, ...windowsSuites, ...own])]);
  }
  for (const name of ["test-timings", "wine-timings"])
    completeTimings(root, join(root, `build/${name}.json`), slowTests);
  // The pace suite sleeps for most of its minutes.
  const beside = [
    countSilently([...underWine, ...args, wineSuites]),
    countSilently([...args, paceSuite]),
  ];
  const others = await count([
    ...sideBySide(workers),
    "--path-ignore-patterns=test/wine/**",
    ...args,
    "./test/",
    ...(existsSync(vitepress[1]) ? ["./site/"] : []),
  ]);
  const results = [others];
  for (const { result, output } of beside) {
    results.push(await result);
    process.stderr.write(Buffer.concat(output));
  }
  return tell(await repeatFailures(results));
}

/**
 * Runs the files of failed tests once more, when nothing else runs, and replaces their results. A
 * few tests in ten thousand fail on a busy machine: about once in 400 starts, Wine 8 fails to find
 * an existing program, or starts one that hangs. A failure of ours fails twice. It is the whole
 * file, because an app may still be as a failed test left it; the report names what failed once.
 */
async function repeatFailures(results, env = {}) {
  const failed = results.filter((result) => result.failed > 0);
  const files = filesOfFailures(failed.flatMap(({ names }) => names));
  if (files === null || files.length === 0 || files.length > maxRepeatedFiles) return results;
  process.stderr.write(`\nRunning once more: ${files.join(", ")}\n`);
  const again = await count(
    files.map((file) => `./${file}`),
    undefined,
    env,
  );
  const first = failed.map((result) => {
    const { passed, skipped } = readCountsOf(result.report, files);
    return {
      ...result,
      code: 0,
      passed: result.passed - passed,
      failed: 0,
      skipped: result.skipped - skipped,
      names: [],
      repeated: result.names,
    };
  });
  return [...results.filter((result) => result.failed === 0), ...first, again];
}

/** Runs the named files in this process's own terminal: the output of `bun test` is not parsed. */
function runOneTest(args) {
  if (args.some((arg) => !arg.startsWith("-")))
    return run([bun, "test", `--timeout=${limit}`, ...args]);
  process.stderr.write("Name a test file: npm run test:one test/scope/glob.test.ts\n");
  return 1;
}

/** The suites of Windows apps whose pages are inspected. */
const chromiumSuites = [
  "engine/bridge",
  "engine/chromium",
  "engine/standin",
  "installers/installed-app",
  "platform",
  "stories",
];

/**
 * Runs the stories of Windows, with those of security, on WebView2's own engine (`npm run
 * chromium`): some minutes on two processors. Returns the exit code.
 */
export async function runOnChromium(args) {
  const suites = chromiumSuites.map((name) => `./test/wine/${name}.test.ts`);
  const env = { FRAMEWORK_TEST_WEBVIEW2: "chromium" };
  const options = sideBySide(2, "chromium-timings");
  const result = await count([...options, ...args, ...suites], undefined, env);
  return tell(await repeatFailures([result], env));
}

/**
 * The tests that run on Windows itself, and also on macOS: of rules, each for all systems. The
 * others concern windows and packages of Linux, or work on its disk; test/wine covers the same for
 * Windows, under Wine.
 */
const windowsSuites = JSON.parse(readFileSync(join(root, "tools/windows-suites.json"), "utf8"));

/** On a Mac, the behaviour of its own file calls. */
const macSuites = ["./test/scope/macos-paths.test.ts"];

/** No `.test.` in its name: `bun test` by itself would run it among the others. */
const paceSuite = "./test/pace/suite.ts";

const runSuite = async (path, args = []) => tell([await count([...args, path])]);

/** `--hours=3` or `--pace=8`. */
const soakOption = /^--(hours|pace)=([1-9]\d*)$/;

/** Takes as long as its options say: it has a time limit of its own. */
async function runPerson(args) {
  const options = args.filter((arg) => arg !== "--person");
  const unknown = options.find((option) => !soakOption.test(option));
  if (unknown !== undefined) {
    process.stderr.write(
      `Cannot use "${unknown}": use --hours=3, --pace=8 or other whole numbers\n`,
    );
    return 1;
  }
  const variables = Object.fromEntries(
    options.map((option) => {
      const [, name, number] = soakOption.exec(option);
      return [`FRAMEWORK_SOAK_${name.toUpperCase()}`, number];
    }),
  );
  return tell([await count(["./test/pace/person.ts"], undefined, variables, Infinity)]);
}

/**
 * Prints the failed tests again, below thousands that passed, and the counts as the last line.
 * Returns the exit code.
 */
function tell(results) {
  for (const error of results.flatMap(({ errors }) => errors)) console.log(`${error}\n`);
  const repeated = results.flatMap((result) => result.repeated);
  if (repeated.length > 0) console.log(`Failed, and run once more:\n${repeated.join("\n")}\n`);
  for (const name of results.flatMap(({ names }) => names)) console.log(name);
  const sum = (what) => results.reduce((total, result) => total + result[what], 0);
  const [failed, skipped] = [sum("failed"), sum("skipped")];
  console.log(
    `${sum("passed")} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  );
  return failed > 0 ? results.find(({ code }) => code !== 0)?.code || 1 : 0;
}

/** Runs `bun test` beside another one: its output is printed later. */
function countSilently(args) {
  const output = [];
  return { result: count(args, (chunk) => output.push(chunk)), output };
}

/**
 * Runs `bun test`, and counts. A run that ends without a summary counts as failed.
 *
 * @param {readonly string[]} args
 */
export async function count(
  args,
  show = (chunk) => process.stderr.write(chunk),
  env = {},
  longest = longestRun,
) {
  const chunks = [];
  const code = await run([bun, "test", `--timeout=${limit}`, ...args], {
    env: { ...env, ...(process.stderr.isTTY ? { FORCE_COLOR: "1" } : {}) },
    longest,
    watch: (chunk) => {
      show(chunk);
      chunks.push(chunk);
    },
  });
  const report = Buffer.concat(chunks).toString();
  const counts = readCounts(report);
  // A test that ends the whole process leaves no summary, and perhaps the exit code 0.
  const complete = counts !== null && counts.passed + counts.failed + counts.skipped > 0;
  const passed = counts?.passed ?? 0;
  const failed = complete && code === 0 ? counts.failed : Math.max(counts?.failed ?? 0, 1);
  const { names, errors } = failed > 0 ? readFailures(report) : { names: [], errors: [] };
  if (names.length < failed)
    names.push(
      `"bun test ${args.join(" ")}" ended with code ${code}${complete ? "" : " and no summary"}`,
    );
  const skipped = counts?.skipped ?? 0;
  return { code, passed, failed, skipped, names, errors, repeated: [], report };
}

// The gate
// ----------------------------------------------------------------------------------------------

// test/project/ checks whether generated files are up to date.
const gate = [
  { name: "format", run: () => run([bun, "fmt", "--check"]) },
  {
    name: "lint",
    run: () => run([...tool("oxlint/bin/oxlint"), "--type-aware", "--deny-warnings"]),
  },
  {
    name: "types",
    run: async () =>
      (await run([...tool("typescript/bin/tsc"), "-b"])) ||
      (await run([...tool("typescript/bin/tsc"), "-p", "test"])) ||
      (await run([...tool("typescript/bin/tsc"), "-p", "site"])),
  },
  { name: "dead code", run: () => run(tool("knip/bin/knip.js")) },
  { name: "tests", run: () => runTests([]) },
];

async function runGate() {
  const failed = [];
  for (const step of gate) {
    console.log(`--- ${step.name}`);
    if ((await step.run()) !== 0) failed.push(step.name);
  }
  console.log(failed.length === 0 ? "ok" : `not ok: ${failed.join(", ")}`);
  return failed.length === 0 ? 0 : 1;
}
