// Prepares the requirements of the Windows platform's tests beside Wine itself: Bun's executable
// for Windows, in the folder that `framework build --target windows-x64` also uses, and a prefix of
// Wine. tools/setup.mjs starts it.

import { makeBasePrefix } from "../harness/wine-prefix.ts";
import { fetchRuntimes } from "./fetch-runtimes.ts";

if (!fetchRuntimes([{ system: "windows", architecture: "x64" }])) process.exit(1);
// Apps for it are built and inspected, not run: their tests are skipped without it.
fetchRuntimes([{ system: "windows", architecture: "arm64" }]);
if (makeBasePrefix()) process.stderr.write("setup: made a prefix of Wine\n");
