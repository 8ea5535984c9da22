import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { root } from "../support/app/display-app.ts";

test("on Windows one listener removes the folders of all apps at the end of a process", () => {
  using folder = tempDir({ "a/file": "", "b/file": "" });
  // The program of another system, which this one runs as well.
  const program = `
    Object.defineProperty(process, "platform", { value: "win32" });
    const { removeAtEnd } = await import(process.argv[1]);
    for (const folder of process.argv.slice(2)) removeAtEnd(folder);
    console.log(process.listenerCount("exit"));`;
  const script = join(root, "src/testing/process/leftovers.ts");
  const folders = ["a", "b"].map((name) => join(folder.path, name));
  const out = execFileSync(process.execPath, ["-e", program, script, ...folders]);
  expect([String(out), ...folders.map((each) => existsSync(each))]).toEqual(["1\n", false, false]);
});
