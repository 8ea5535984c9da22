// What `npm run ok` asks for beside the tests, for who runs these alone, as CI does.

import { expect, test } from "bun:test";
import { checkedVariable, fileChecks } from "../../tools/file-checks.mjs";
import { root } from "../support/display-app.ts";

const skip = process.env[checkedVariable] === undefined ? null : "npm run ok has asked already";
for (const { wanted, command } of fileChecks) {
  test.skipIf(skip !== null)(`every file ${wanted} (${skip ?? "asked here"})`, async () => {
    const child = Bun.spawn(command, { cwd: root, stdout: "pipe", stderr: "pipe" });
    const said = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    expect({ code: await child.exited, said: said.join("") }).toMatchObject({ code: 0 });
  });
}
