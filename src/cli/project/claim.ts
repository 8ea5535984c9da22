import { removeLink, touchFile } from "../../disk/write.ts";
import { LockedError, lockFile } from "../../process/file-lock.ts";
import { UserError } from "../terminal.ts";

/**
 * Locks a folder of a project for this command until it is disposed of. The folder belongs to one
 * command: an app in development serves one session, and two builds would remove files that the
 * other one needs, or pack them.
 *
 * @param folder the folder to lock, existing or not
 * @param taken the message when another command holds the lock
 * @returns `null`: that disk supports no locks
 * @throws UserError when another command holds the lock
 */
export function claimFolder(folder: string, taken: string): Disposable | null {
  // Beside it, because its content may be removed. The database opens the targets of links with
  // these names.
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
