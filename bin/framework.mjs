#!/usr/bin/env node
// The `framework` command: plain Node.js that starts the package's own Bun on the command-line
// tool.

import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bunFolder, bunIn } from "./find-bun.mjs";

// Node gives the real path here, also when started through node_modules/.bin/framework.
const root = dirname(dirname(fileURLToPath(import.meta.url)));

// Yarn's way without node_modules: only Node.js learns the places of packages.
if ("pnp" in process.versions) {
  console.error(
    `Cannot run Bun under Yarn's Plug'n'Play: write "nodeLinker: node-modules" to .yarnrc.yml, and run "yarn install"`,
  );
  process.exit(1);
}

const folder = bunFolder();
if (folder === null) {
  console.error('Cannot find Bun, which comes with this package: run "npm install" first');
  process.exit(1);
}

const bun = bunIn(folder);
if (bun === null) {
  console.error(
    `Cannot find Bun's executable, which its package installs by a script, or as an optional package: install it now:\n` +
      `  cd "${folder}" && node install.js`,
  );
  process.exit(1);
}

// In the path of a module Bun treats "?" as the beginning of a query. The tool's own check
// (cli/project/folder-name.ts) never runs if the tool is in such a folder. Node.js itself refuses
// to run a module whose path has a "\" on systems where that is no separator.
if (root.includes("?")) {
  console.error(
    `Cannot run from "${root}": Bun finds no module in a folder with "?" in its path; rename the folder, or move the project`,
  );
  process.exit(1);
}

// The folder may be anybody's: its .env, bunfig.toml, tsconfig.json and jsconfig.json, by whose
// "paths" any file could stand for ours, must not change this command.
const child = spawn(
  bun,
  [
    "--no-env-file",
    `--config=${join(root, "bin", "bunfig.toml")}`,
    `--tsconfig-override=${join(root, "bin", "tsconfig.json")}`,
    "--no-install",
    join(root, "src", "cli", "main.ts"),
    ...process.argv.slice(2),
  ],
  // The channel breaks however this process ends, and then the tool ends, too.
  { stdio: ["inherit", "inherit", "inherit", "ipc"] },
);

// Ctrl+C in a terminal reaches the child by itself; a signal sent to this process alone does not.
// Windows knows of nothing but what reaches all programs of a console, and to send a signal is to
// end the child at once.
const inTerminal = process.stdin.isTTY === true;
const reachesAll = (signal) => process.platform === "win32" || (signal === "SIGINT" && inTerminal);
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of signals) {
  process.on(signal, () => {
    if (!reachesAll(signal)) child.kill(signal);
  });
}

child.on("error", (error) => {
  console.error(`Cannot start Bun "${bun}": ${error.message}; run "npm install" again`);
  process.exit(1);
});
child.on("close", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  for (const name of signals) process.removeAllListeners(name);
  process.kill(process.pid, signal);
});
