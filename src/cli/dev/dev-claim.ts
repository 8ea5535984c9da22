import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Presence } from "../../process/presence.ts";
import { UserError } from "../terminal.ts";

/**
 * Keeps a project to this session until it is disposed of. What an app in development starts from lies in the project's
 * folder, and says which session it belongs to: of two, the first would wait for answers that the second gets.
 *
 * @param folder where that lies
 * @throws UserError when another session runs the project
 */
export async function claimProject(folder: string): Promise<Disposable> {
  const file = join(folder, "session");
  const other = nameIn(file);
  if (other !== null && (await Presence.isShown(other)))
    throw new UserError("Cannot run the app: another framework dev runs it already; end that one first");
  const presence = await Presence.show();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, presence.name, { mode: 0o600 });
  return presence;
}

/** `null`: nobody has run it yet. */
function nameIn(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
