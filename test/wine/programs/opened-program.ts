// The program that is opened: it writes its arguments, and those of these variables that it sees,
// into a file beside itself.
import { writeFileSync } from "node:fs";

// The secrets of the tests are not real.
const seen = Object.keys(process.env).filter((name) => /^FRAMEWORK_(?!TEST_)/.test(name));
writeFileSync(
  `${process.execPath}.json`,
  JSON.stringify({ args: process.argv.slice(2), seen: seen.sort() }),
);
