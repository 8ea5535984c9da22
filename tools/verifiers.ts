// Makes ready what `npm run verify` has apps judged by: programs of crates.io, where `cargo` is
// there. tools/setup.mjs starts it.

import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import {
  msiReader,
  msiReaderFolder,
  msiReaderSource,
  rcodesign,
  rcodesignFolder,
  rcodesignVersion,
} from "../verify/places.ts";

const say = (line: string): void => void process.stderr.write(`setup: ${line}\n`);

/** @returns whether it succeeded */
const run = (command: readonly string[], env: Readonly<Record<string, string>> = {}): boolean =>
  Bun.spawnSync([...command], { stdout: 2, stderr: 2, env: { ...process.env, ...env } }).success;

const cargo = Bun.which("cargo") ?? join(homedir(), ".cargo/bin/cargo");
if (!existsSync(cargo)) {
  say('no verdicts by programs of crates.io: "cargo" is not installed');
  process.exit();
}

if (!existsSync(msiReader)) {
  say("building a reader of MSI packages (cargo build)");
  run(
    [
      cargo,
      "build",
      "--release",
      "--locked",
      "--quiet",
      "--manifest-path",
      join(msiReaderSource, "Cargo.toml"),
    ],
    {
      CARGO_TARGET_DIR: msiReaderFolder,
    },
  );
}
if (!existsSync(rcodesign)) {
  say(`building rcodesign (cargo install apple-codesign; ten minutes, once)`);
  const which = [
    "apple-codesign",
    "--version",
    rcodesignVersion,
    "--locked",
    "--no-default-features",
  ];
  // Built in a third of the time, and it validates a program in half a second.
  run([cargo, "install", ...which, "--quiet", "--root", rcodesignFolder], {
    CARGO_PROFILE_RELEASE_OPT_LEVEL: "1",
    CARGO_PROFILE_RELEASE_LTO: "off",
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS: "16",
  });
}
