import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bun = join(root, "node_modules/bun/bin/bun.exe");

/** The variable by which the gate tells its tests that it has run these checks itself. */
export const checkedVariable = "FILES_CHECKED_BY_GATE";

/** What is asked of every file, by the gate and by the tests for who runs these alone, as CI does. */
export const fileChecks = [
  { name: "format", wanted: "is formatted", command: [bun, "fmt", "--check"] },
  {
    name: "lint",
    wanted: "is as the linter wants it",
    command: [
      process.execPath,
      join(root, "node_modules/oxlint/bin/oxlint"),
      "--type-aware",
      "--deny-warnings",
    ],
  },
];
