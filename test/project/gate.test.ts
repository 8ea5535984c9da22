// What `npm run ok` asks for beside the tests, for who runs these alone, as CI does.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { root } from "../support/display-app.ts";

for (const [what, ...command] of [
  ["is formatted", process.execPath, "fmt", "--check"],
  [
    "is as the linter wants it",
    process.execPath,
    join(root, "node_modules/oxlint/bin/oxlint"),
    "--type-aware",
    "--deny-warnings",
  ],
] as const) {
  test(`every file ${what}`, async () => {
    const child = Bun.spawn(command, { cwd: root, stdout: "pipe", stderr: "pipe" });
    const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect({ code: await child.exited, said: said.join("") }).toMatchObject({ code: 0 });
  });
}
