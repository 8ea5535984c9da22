// The start program of a package works in a working folder that was deleted, where Bun itself ends
// at once.

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { imageCommand, installedCommand } from "../../src/bundler/linux/launcher.ts";
import type { Entry } from "../../src/bundler/write/entries.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { Project } from "./project.ts";

/** The app's output about its working folder and its arguments. */
const app = `#!/bin/sh\nexec "${process.execPath}" -e 'console.log(process.cwd(), ...process.argv.slice(1))' -- "$@"\n`;

function textOf(entry: Entry | undefined): string {
  if (entry?.kind !== "file") throw new Error("Cannot read the command: want a script");
  return Buffer.from(entry.bytes).toString();
}

/** Starts a program in a folder, which is removed first if that is wanted. */
function startIn(
  folder: string,
  program: string,
  { isDeleted }: { readonly isDeleted: boolean },
): string {
  const script = `cd "$1" && ${isDeleted ? 'rmdir "$1"' : ":"}; shift; exec "$0" "$@"`;
  const { stdout } = Bun.spawnSync(["/bin/sh", "-c", script, program, folder, "one", "two words"]);
  return stdout.toString();
}

test.skipIf(process.platform !== "linux")(
  "apps start in a deleted working folder, from the root folder",
  () => {
    using project = new Project();
    const staged = project.stage();
    using root = tempDir();
    const executable = join(root.path, "usr/lib/greeter/greeter");
    mkdirSync(join(root.path, "usr/lib/greeter"), { recursive: true });
    writeFileSync(executable, app);
    chmodSync(executable, 0o755);
    // The command of an installed app names its executable by the whole path.
    const installed = textOf(installedCommand(staged));
    expect(installed).toContain("exec /usr/lib/greeter/greeter ");
    const commands = {
      greeter: installed.replace("/usr/lib/", join(root.path, "usr/lib/")),
      AppRun: textOf(imageCommand(staged)),
    };
    for (const [name, text] of Object.entries(commands)) {
      const command = join(root.path, name);
      writeFileSync(command, text);
      chmodSync(command, 0o755);
      const folder = join(root.path, "folder");
      mkdirSync(folder);
      expect(startIn(folder, command, { isDeleted: false })).toBe(`${folder} one two words\n`);
      expect(startIn(folder, command, { isDeleted: true })).toBe("/ one two words\n");
    }
    const folder = join(root.path, "folder");
    mkdirSync(folder);
    expect(startIn(folder, executable, { isDeleted: true })).not.toContain("one two words");
    expect(readFileSync(executable, "utf8")).toBe(app);
  },
);
