// What is opened: writes its arguments, and which of these variables it sees, into a file beside
// itself.
import { writeFileSync } from "node:fs";

// Those of the tests are nobody's secret.
const seen = Object.keys(process.env).filter((name) => /^FRAMEWORK_(?!TEST_)/.test(name));
writeFileSync(
  `${process.execPath}.json`,
  JSON.stringify({ args: process.argv.slice(2), seen: seen.sort() }),
);
