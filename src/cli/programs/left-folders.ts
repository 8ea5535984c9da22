import { randomUUID } from "node:crypto";
import { lstatSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRoot } from "../../disk/roots.ts";
import { removeFolder } from "../../disk/write.ts";
import { LivenessSocket } from "../../process/liveness-socket.ts";

// A command has a folder with its sockets in the folder for temporary files, and removes it at its
// end. A command that was killed together with its cleanup process, as by the end of a container,
// leaves it there.

/** The socket by which a folder shows that its command still runs. */
const ownerName = "owner";
const namePattern = /^framework-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export function newFolderName(): string {
  return `framework-${randomUUID()}`;
}

/**
 * Marks a folder as in use; `null`: that is impossible, and the folder stays if this command is
 * killed.
 */
export async function showOwner(folder: string): Promise<LivenessSocket | null> {
  if (process.geteuid === undefined) return null;
  return await LivenessSocket.show(join(folder, ownerName)).catch(() => null);
}

/**
 * Removes folders of this user's ended commands. A folder with files other than sockets, or without
 * an owner's socket, belongs to another program and stays.
 */
export async function removeLeftFolders(parent: string = tmpdir()): Promise<void> {
  const user = process.geteuid?.();
  if (user === undefined) return;
  for (const name of namesIn(parent).filter((each) => namePattern.test(each))) {
    const folder = join(parent, name);
    try {
      const { uid, mode } = lstatSync(folder);
      const isOurs = uid === user && (mode & 0o170777) === 0o040700;
      if (
        !isOurs ||
        !holdsSockets(folder) ||
        (await LivenessSocket.isShown(join(folder, ownerName)))
      )
        continue;
      removeFolder(openRoot(folder, { isOwn: true }));
    } catch {
      // Another command removes it, or it cannot be removed: it stays.
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function holdsSockets(folder: string): boolean {
  const names = readdirSync(folder);
  return (
    names.includes(ownerName) && names.every((name) => lstatSync(join(folder, name)).isSocket())
  );
}
