// Brings the executables of Bun for all other targets, where `framework build` looks for them.
// tools/setup.mjs starts it.

import { targetName, targets } from "../src/cli/build/build-target.ts";
import { targetOf } from "../src/contract/target.ts";
import { fetchRuntimes } from "./fetch-runtimes.ts";

const host = targetName(targetOf(process.platform, process.arch));
if (!fetchRuntimes(targets.filter((target) => targetName(target) !== host))) process.exit(1);
