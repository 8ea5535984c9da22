import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrateCommand } from "../../../src/cli/migrate/migrate.ts";
import { recordedTerminal } from "../../config/terminal.ts";
import type { TempDir } from "../../../harness/temp-dir.ts";
import { copyProject } from "../project-copy.ts";

/** An app written for Tauri 1, in a folder of its own. Its packages are those of the checkout. */
export function tauriApp(name: "vanilla" | "react" | "vue"): TempDir {
  return copyProject(`test/fixtures/peer-apps/${name}`);
}

/**
 * Moves it over, and writes its commands, as a person does.
 *
 * @param bodies of the commands' stubs, by their names; the arguments are `_args`
 * @returns the report of the command
 */
export async function moveOver(
  folder: string,
  bodies: Readonly<Record<string, string>>,
): Promise<string> {
  const terminal = recordedTerminal(folder);
  const code = await migrateCommand(terminal, { yes: true });
  if (code !== 0) throw new Error(terminal.written.out + terminal.written.err);
  const file = join(folder, "src-framework/main.ts");
  const stub = /throw new Error\('"(\w+)" is not written yet[^\n]*;/g;
  const written = readFileSync(file, "utf8").replace(
    stub,
    (whole, name: string) => bodies[name] ?? whole,
  );
  writeFileSync(file, written);
  return terminal.written.out;
}
