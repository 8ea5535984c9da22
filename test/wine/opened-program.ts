// What is opened: writes its arguments, and which of these variables it sees, into a file beside itself.
import { writeFileSync } from "node:fs";

const seen = Object.keys(process.env).filter(
  (name) => name.startsWith("FRAMEWORK_") || name === "BUN_OPTIONS",
);
writeFileSync(`${process.execPath}.json`, JSON.stringify({ args: process.argv.slice(2), seen: seen.sort() }));
