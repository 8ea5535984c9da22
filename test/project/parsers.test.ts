// Every parser has a row in `test/linear`, which reads a megabyte of its worst fragments with it.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { app } from "../linear/app.ts";
import { configuration } from "../linear/configuration.ts";
import { migrate } from "../linear/migrate.ts";
import { packages } from "../linear/packages.ts";

const source = join(import.meta.dir, "../../src");

/** Folders whose modules all read texts of a project, of a page or of a server. */
const folders = [
  "cli/migrate",
  "config/read",
  "config/rules",
  "contract/patterns",
  "bundler/lock-files",
];

/**
 * Modules there, or that have a function of such a name, that read no such text themselves, and
 * why.
 */
const others: Readonly<Record<string, string>> = {
  "cli/migrate/configuration/boundary.ts": "lists folders",
  "cli/migrate/apply-plan.ts": "writes what was planned",
  "cli/migrate/front-end/files.ts": "lists files",
  "cli/migrate/migrate.ts": "asks and tells",
  "cli/migrate/named-files.ts": "lists files",
  "cli/migrate/note.ts": "joins texts",
  "cli/migrate/configuration/package-facts.ts": "reads by the parsers of configurations",
  "cli/migrate/plan.ts": "calls the others",
  "cli/migrate/plan-json.ts": "joins texts",
  "cli/migrate/front-end/version-2.ts": "a table",
  "cli/migrate/configuration/workspace.ts": "lists folders",
  "config/read/ancestors.ts": "lists folders",
  "config/read/find.ts": "lists folders",
  "config/read/foreign-plugins.ts": "a table",
  "config/read/foreign.ts": "looks at single keys",
  "config/read/package-manifest.ts": "reads by the parsers of configurations",
  "config/read/settle.ts": "reads the tables",
  "config/read/stray-files.ts": "looks at names of files",
  "config/rules/menu.ts": "looks at single entries",
  "config/rules/opening.ts": "looks for words",
  "config/rules/plugins.ts": "looks for a word",
  "config/rules/index.ts": "a table",
  "contract/patterns/accelerator.ts": "tables",
  "contract/patterns/file-glob.ts": "looks at a path, which is bounded where it is read",
  "contract/patterns/path-scope.ts": "joins lists",
  "contract/patterns/pattern-error.ts": "an error",
  "bundler/lock-files/index.ts": "calls the others",
  "bundler/windows/msi/schema.ts": "reads a table of ours",
  "cli/icon/icon.ts": "reads an option of its command",
  "app/public-api/definition.ts": "reads what main.ts exports",
  "testing/driver/actions/sources.ts": "looks at single values",
  "testing/driver/capabilities.ts": "looks at single values",
  "testing/driver/timeouts.ts": "looks at single values",
};

test("every parser is read with a megabyte of its worst fragments", () => {
  const rows = [...configuration, ...migrate, ...packages, ...app];
  const named = new Set([...rows.flatMap((row) => row.of), ...Object.keys(others)]);
  const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: source })]
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/^(?:api|native)\/|\/tsconfig/.test(file));
  const parsers = files.filter(
    (file) =>
      folders.some((folder) => file.startsWith(`${folder}/`)) ||
      /^export (?:async )?function parse[A-Z]/m.test(readFileSync(join(source, file), "utf8")),
  );
  expect(parsers.filter((file) => !named.has(file)).sort()).toEqual([]);
  expect([...named].filter((file) => !files.includes(file))).toEqual([]);
});
