// Makes ready what `npm run verify` tries packages of Linux in: roots of distributions, in folders
// of their own. tools/setup.mjs starts it.

import { makeDistributions } from "../harness/distributions.ts";

const say = (line: string): void => void process.stderr.write(`setup: ${line}\n`);

say(
  "looking for roots of distributions (mmdebstrap; 0.7 GB each, a few minutes when they are new)",
);
makeDistributions(say);
