import { lstatSync, mkdirSync } from "node:fs";
import { baseDirectories } from "../paths/base-directories.ts";
import { pathsOf } from "../paths/dialect.ts";
import { makePrivateFolder } from "../paths/private-folder.ts";
import type { Host } from "../process/host.ts";
import type { Launch } from "../process/launch.ts";

/** The meeting point of an app's instances: per user and session. */
export interface InstancePlace {
  /** The first instance holds this lock. */
  readonly lock: string;
  /** A file with the address of the first instance. */
  readonly address: string;
  /** The socket of the first instance; `null`: a named pipe of Windows with a random name. */
  readonly socket: string | null;
}

/**
 * A folder that only this user can enter, and that is local to this machine: in `$XDG_RUNTIME_DIR`
 * or the temporary folder, on Windows in the app's own folder.
 *
 * @throws Error when there is no such folder
 */
export function instancePlace(
  { identifier, name }: { readonly identifier: string; readonly name: string },
  launch: Launch,
  host: Host,
): InstancePlace {
  const { join } = pathsOf(host.system);
  // Short, because the name of a socket has at most about a hundred bytes.
  const hash = new Bun.CryptoHasher("sha256")
    .update(`${identifier}\0${host.session()}`)
    .digest("hex");
  const id = hash.slice(0, 16);
  const folder =
    host.system === "windows"
      ? makePrivateFolder(
          baseDirectories({ identifier, executable: launch.executable, name }, host),
          host.system,
          "instance",
        )
      : ownFolder(join(runtimeFolder(host), id));
  const place = (what: string): string =>
    join(folder, host.system === "windows" ? `${id}-${what}` : what);
  return {
    lock: place("lock"),
    address: place("address"),
    socket: host.system === "windows" ? null : place("socket"),
  };
}

/**
 * The candidate folders for all apps of this user, the best one first; on Windows each app has its
 * own.
 */
export function instanceFolders({ system, env, temp }: Host): readonly string[] {
  if (system === "windows") return [];
  const { isAbsolute, join } = pathsOf(system);
  const runtime = system === "linux" ? (env["XDG_RUNTIME_DIR"] ?? "") : "";
  const temporary = join(temp, `framework-${process.geteuid?.() ?? ""}`);
  return isAbsolute(runtime) ? [join(runtime, "framework"), temporary] : [temporary];
}

function runtimeFolder(host: Host): string {
  const [best = "", other] = instanceFolders(host);
  try {
    return ownFolder(best);
  } catch (error) {
    // After `su` the variable names another user's folder.
    if (other === undefined) throw error;
    return ownFolder(other);
  }
}

/** Another user may have created the folder first, in the temporary folder. */
function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const isOwn = uid === process.geteuid?.() && (mode & 0o170077) === 0o040000;
  if (!isOwn) throw new Error(`"${folder}" must be a folder that only this user can enter`);
  return folder;
}
