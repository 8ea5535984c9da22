// Prepares the environment of `npm run verify` for 32-bit installers: a root of Debian 13 with Wine
// 10, and a prefix of that. tools/setup.mjs starts it.

import { makeWineRoot, wine10 } from "../harness/wine-10.ts";
import { makeBasePrefix } from "../harness/wine-prefix.ts";

const say = (line: string): void => void process.stderr.write(`setup: ${line}\n`);

say("looking for Wine 10 in a root of Debian 13 (mmdebstrap; 2 GB, a few minutes when it is new)");
if (makeWineRoot()) say("made the root of Debian 13");
if (makeBasePrefix(wine10)) say("made a prefix of Wine 10");
