import { removeLink, touchFile } from "../../disk/write.ts";
import { LockedError, lockFile } from "../../process/file-lock.ts";
import { UserError } from "../terminal.ts";

/**
 * Keeps a folder of a project to this command until it is disposed of. What lies there is one
 * command's: an app in development answers one session, and of two builds each would take files
 * away that the other one needs, or pack them.
 *
 * @param folder what one command has for itself, whether it is there or not
 * @param taken what is told when another one has it
 * @returns `null`: on that disk nothing can be claimed
 * @throws UserError when another command has it
 */
export function claimFolder(folder: string, taken: string): Disposable | null {
  // Beside it, for what is in it may be removed. The database opens what links of these names lead
  // to.
  const file = `${folder}.lock`;
  touchFile(file);
  for (const ending of ["-journal", "-wal", "-shm"]) removeLink(`${file}${ending}`);
  try {
    return lockFile(file);
  } catch (error) {
    if (error instanceof LockedError) throw new UserError(taken, { cause: error });
    throw error;
  }
}
