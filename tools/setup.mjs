// Prepares a fresh clone, then runs one of the tasks. Plain Node.js without packages, because it
// installs them:
//
//   node tools/setup.mjs                      only set up
//   node tools/setup.mjs run TASK [args…]     set up the task's needs, run it, pass its exit code on
//
// A second run is cheap: it checks for everything before it installs anything.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hasDisplay, runTask, taskNames } from "./tasks.mjs";
import { installCommands, missingNeeds, packagesOf } from "./system-packages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bun = join(root, "node_modules/bun/bin/bun.exe");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const say = (line) => process.stderr.write(`setup: ${line}\n`);

/** A step for the user; its message is complete. */
class Stop extends Error {}

/** Runs a program with its output shown; returns whether it succeeded. */
function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: ["ignore", 2, 2], ...options });
  return result.status === 0;
}

/** Reads the range of package.json as it is written there: `^20.19.0 || >=24`. */
function checkNode() {
  const wanted = manifest.engines.node;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const fits = wanted.split(" || ").some((range) => {
    const [, sign, least, minMinor = 0] = /^(\^|>=)(\d+)(?:\.(\d+))?/.exec(range);
    if (major === Number(least)) return minor >= Number(minMinor);
    return sign === ">=" && major > Number(least);
  });
  if (fits) return;
  throw new Stop(`Cannot run on Node.js "${process.versions.node}": install one of "${wanted}"`);
}

// System packages
// ------------------------------------------------------------

/**
 * The prefix with which this user becomes root: an empty list for root itself, `null` when it is
 * impossible.
 */
function rootPrefix() {
  if (process.getuid() === 0) return [];
  const sudo = spawnSync("sudo", ["-n", "true"], { stdio: "ignore" });
  return sudo.status === 0 ? ["sudo", "-n"] : null;
}

const namesOf = (needs) => needs.map((need) => need.what).join(", ");

/** The prefix with which system packages are installed. @throws Stop when that is impossible */
function installPrefix(needs) {
  const hasApt = spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;
  const prefix = hasApt ? rootPrefix() : null;
  if (prefix !== null) return prefix;
  throw new Stop(
    `Missing: ${namesOf(needs)}. Install it with the line for your system, then try again:\n\n${installCommands(needs)}`,
  );
}

function installSystemPackages(needs) {
  const names = namesOf(needs);
  const prefix = installPrefix(needs);
  const packages = packagesOf(needs, "debian");
  say(`installing ${names} (apt-get install ${packages.join(" ")})`);
  const apt = (...args) => {
    // Through `env`, because sudo drops the caller's variables.
    const [program, ...rest] = [
      ...prefix,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      "-q",
      "-y",
    ];
    return spawnSync(program, [...rest, "-o", "DPkg::Lock::Timeout=300", ...args], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
  };
  const install = () => apt("install", "--no-install-recommends", ...packages);
  let result = install();
  if (result.status !== 0) {
    // The usual reason: a machine whose package lists are absent, or older than the mirror's
    // packages.
    say("updating the package lists (apt-get update)");
    apt("update");
    result = install();
  }
  if (result.status !== 0) {
    throw new Stop(`Cannot install ${names}: apt-get said\n\n${result.stdout}${result.stderr}`);
  }
}

/** Checks that missing packages can be installed, before anything else is. */
function checkSystem(uses) {
  if (process.platform !== "linux") return;
  const missing = missingNeeds(uses);
  if (missing.length > 0) installPrefix(missing);
}

function setUpSystem(uses) {
  if (process.platform !== "linux") return;
  const missing = missingNeeds(uses);
  if (missing.length === 0) return;
  installSystemPackages(missing);
  const left = missingNeeds(uses);
  if (left.length === 0) return;
  throw new Stop(
    `Cannot find ${left.map((need) => need.what).join(", ")} although it was just installed`,
  );
}

// npm packages
// ------------------------------------------------------------

/**
 * Compares npm's last installation (it keeps a list inside node_modules) with the lock file.
 * Optional packages are for other systems: they may be absent, and the lock file has the checksums
 * only of those that were available when it was written.
 */
function npmPackagesFit(folder) {
  const installedList = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(installedList)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedList, "utf8")).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === "") return true;
    const found = installed[place];
    if (found === undefined) return entry.optional === true;
    const isSame = entry.integrity === undefined || found.integrity === entry.integrity;
    return found.version === entry.version && isSame;
  });
}

/** Runs npm in the folder, and settles with whether it succeeded. */
function npm(folder, ...args) {
  // `npm start` passes the path of npm itself. Without it the one on PATH is used; on Windows that
  // is a command file, which only a shell can start.
  const own = process.env.npm_execpath;
  const options = { cwd: folder, stdio: ["ignore", 2, 2] };
  const child =
    own !== undefined && /\.[cm]?js$/.test(own)
      ? spawn(process.execPath, [own, ...args], options)
      : spawn("npm", args, { ...options, shell: process.platform === "win32" });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}

/** Begins at once; system packages can be installed meanwhile. */
async function setUpPackages(folder, of = "") {
  if (npmPackagesFit(folder)) return;
  say(`installing npm packages${of} (npm ci)`);
  if (!(await npm(folder, "ci", "--no-audit", "--no-fund", "--loglevel=error"))) {
    throw new Stop(`Cannot install the npm packages${of}: see npm's own message above`);
  }
}

function bunVersion() {
  const result = spawnSync(bun, ["--version"], { encoding: "utf8" });
  return result.status === 0 ? result.stdout.trim() : null;
}

function setUpBun() {
  const wanted = manifest.dependencies.bun;
  if (bunVersion() === wanted) return;
  // npm can be configured without install scripts; then a stub is in Bun's place.
  say(`putting Bun ${wanted} in place (node_modules/bun/install.js)`);
  run(process.execPath, [join(root, "node_modules/bun/install.js")], {
    cwd: join(root, "node_modules/bun"),
  });
  const found = bunVersion();
  if (found === wanted) return;
  throw new Stop(
    `Cannot use Bun "${found ?? bun}": version ${wanted} is wanted; delete node_modules and try again`,
  );
}

// Other systems
// ------------------------------------------------------------

/** Tests that not every machine can run: those are skipped, with a message. */
async function setUpIfPossible(tests, setUp) {
  try {
    await setUp();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(`no tests ${tests}: ${error.message.split("\n")[0]}`);
  }
}

/** Runs the part of the set-up that needs Bun and the sources. */
function prepare(program) {
  if (!run(bun, [program])) throw new Stop("its own message is above");
}

/** Windows code is tested under Wine. */
function setUpWine() {
  if (process.platform !== "linux") return;
  if (process.arch !== "x64")
    throw new Stop(`there is no Bun for Windows that runs on "${process.arch}"`);
  setUpSystem(["wine"]);
  prepare("tools/wine.ts");
}

/** The engine of WebView2, for tests under Wine. */
const setUpChromium = () => setUpSystem(["chromium"]);

/**
 * A second validator of the executables that the bundler writes, in a Python environment of its own
 * (test/support/loader/lief.ts).
 */
const lief = "1.0.0";

function setUpLief() {
  if (process.platform !== "linux") return;
  const folder = join(root, "build/lief");
  const python = join(folder, "bin/python");
  const check = `import lief; assert lief.__version__.split("-")[0] == "${lief}"`;
  const isThere = () => spawnSync(python, ["-c", check], { stdio: "ignore" }).status === 0;
  if (isThere()) return;
  setUpSystem(["python"]);
  say(`fetching LIEF (pip install lief==${lief})`);
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `lief==${lief}`];
  if (run("python3", ["-m", "venv", "--clear", folder]) && run(python, pip) && isThere()) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Stop("Cannot install LIEF: see pip's own message above");
}

/** The environment for 32-bit installers. */
function setUpWine10() {
  setUpSystem(["debian"]);
  prepare("tools/wine-10.ts");
}

/** Prepares the roots in which Linux packages are tried. */
function setUpDistributions() {
  setUpSystem(["debian"]);
  prepare("tools/distributions.ts");
}

/** The bodies of apps for all targets, beside the other build tools. */
const setUpRuntimes = () => prepare("tools/runtimes.ts");

/** Programs of crates.io, beside the other build tools. */
const setUpVerifiers = () => prepare("tools/verifiers.ts");

/** The site of the documents is a separate package: only these tasks need its generator. */
const setUpSite = () => setUpPackages(join(root, "site"), " of the documents' site");

/** Installs the packages of projects made from templates, for their tests. */
const setUpTemplates = () => setUpPackages(join(root, "test/templates"), " of templates");

/** Installs the packages of the examples with SvelteKit and Next.js, for their tests. */
const setUpFrontEnds = () => setUpPackages(join(root, "test/front-ends"), " of front ends");

// ------------------------------------------------------------

const isTest = (task) => task === "test" || task === "ok" || task === "verify";
const isOfSite = (task) => task === "docs" || task === "docs:dev";

/** The system requirements of a task (see `needs`). */
function usesOf(task) {
  if (isOfSite(task)) return [];
  if (task === "start") return hasDisplay() ? ["window"] : ["window", "display"];
  return ["window", "display", ...(isTest(task) ? ["packages", "trace"] : [])];
}

/** Installs everything that tests use at once: several installations take longer. */
function setUpTestPackages() {
  const wine = process.platform === "linux" && process.arch === "x64" ? ["wine"] : [];
  try {
    setUpSystem([...usesOf("test"), ...wine, "chromium", "cocoa", "python", "browser"]);
  } catch (error) {
    // One of them is not to be had: each is tried by itself, and named.
    if (!(error instanceof Stop)) throw error;
  }
}

async function main([verb, task, ...args]) {
  if (verb !== undefined && (verb !== "run" || !taskNames.includes(task))) {
    throw new Stop(`Usage: node tools/setup.mjs [run <${taskNames.join("|")}> [arguments…]]`);
  }
  checkNode();
  checkSystem(usesOf(task));
  const packages = setUpPackages(root);
  // An error of the system's packages, below, may come first and end everything.
  packages.catch(() => {});
  const others = isTest(task)
    ? [
        setUpIfPossible("of the documents' site", setUpSite),
        setUpIfPossible("of templates", setUpTemplates),
        setUpIfPossible("of SvelteKit and Next.js", setUpFrontEnds),
      ]
    : [];
  if (isTest(task)) setUpTestPackages();
  setUpSystem(usesOf(task));
  await packages;
  setUpBun();
  if (task === "chromium") {
    setUpWine();
    setUpChromium();
  }
  if (isTest(task)) {
    await setUpIfPossible("under Wine", setUpWine);
    await setUpIfPossible("on WebView2's own engine", setUpChromium);
    // The calls to macOS' objects, if it is available under the names of Debian 12.
    await setUpIfPossible("on GNUstep", () => setUpSystem(["cocoa"]));
    await setUpIfPossible("by LIEF", setUpLief);
    await setUpIfPossible("in a browser", () => setUpSystem(["browser"]));
  }
  await Promise.all(others);
  if (task === "verify") {
    await setUpIfPossible("by rpmlint and plistutil", () => setUpSystem(["verify"]));
    await setUpIfPossible("of installers of 32 bits", setUpWine10);
    await setUpIfPossible("in other distributions", setUpDistributions);
    await setUpIfPossible("of apps for other systems", setUpRuntimes);
    await setUpIfPossible("by programs of crates.io", setUpVerifiers);
  }
  if (task === "conformance") {
    const isMade = args.includes("--make") || args.includes("--wine");
    if (isMade) setUpRuntimes();
    // The program that makes installers for Windows. Without it they would need an administrator.
    if (isMade) setUpSystem(["packages"]);
    if (args.includes("--wine")) {
      setUpWine();
      await setUpIfPossible("of installers of 32 bits", setUpWine10);
    }
  }
  if (isOfSite(task)) await setUpSite();
  if (verb === undefined) {
    say("everything is in place");
    return 0;
  }
  return await runTask(task, args);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Stop)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
