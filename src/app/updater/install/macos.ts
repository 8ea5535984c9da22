import { createHash } from "node:crypto";
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FrameworkError } from "../../../contract/errors.ts";
import type { Exchange } from "../../../contract/host/macos-calls.ts";
import type { Architecture } from "../../../contract/target.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { identityOf, type Identity } from "../../scope/open/disk.ts";
import { syncFolder } from "../state/sync.ts";
import { refuse } from "./archive.ts";
import { backupName, newName, removeUnfinished, sayFailure } from "./beside.ts";
import { filesIn } from "./files-in.ts";
import { unpackBundle } from "./bundle-archive.ts";
import type { InstalledApp, OwnInstallation, Replacement, Verified } from "./installation.ts";

// A bundle is a folder: "My App.app/Contents/MacOS/my-app". The whole folder is replaced in one
// step: the new one is ready beside it, and both exchange their places. The running app continues
// from the new place of its files.
//
// A program for one processor begins with feedfacf (little endian) and the processor; one for
// several with cafebabe and their number, then 20 bytes for each, the processor first (big endian).
// Source: <mach-o/loader.h>, <mach-o/fat.h>.

const processors = { x64: 0x01000007, arm64: 0x0100000c } as const satisfies Record<
  Architecture,
  number
>;

/** The steps of a replacement, by themselves so that tests can let each of them fail. */
export const bundleSteps = {
  access: accessSync,
  makeFolder: (path: string): void => mkdirSync(path, { mode: 0o700 }),
  rename: renameSync,
  exchange: (exchange: Exchange, one: string, other: string): void => exchange(one, other),
  syncName: syncFolder,
  remove: (path: string): Promise<void> => rm(path, { recursive: true, force: true }),
} as const;

/**
 * @throws FrameworkError `unavailable`, with the alternative, if the app runs from no bundle that
 * it may replace
 */
export function installedBundle({
  launch,
  host,
}: Pick<InstalledApp, "launch" | "host">): OwnInstallation {
  const { executable, architecture } = launch;
  const bundle = replaceableBundle(executable);
  const program = join("Contents/MacOS", basename(executable));
  const folder = dirname(bundle);
  const places: Places = { bundle, exchange: host.exchange };
  return {
    kind: "replaced",
    place: bundle,
    folder,
    seeds: () => filesIn(bundle),
    prepare: (verified) => prepare(verified, places, { program, architecture }),
    async restore(backup) {
      try {
        exchangePlaces(places, backup);
      } catch (error) {
        throw failure("put back", bundle, error);
      }
      await sayFailure("sync", folder, () => bundleSteps.syncName(folder));
      await sayFailure("remove", backup, () => bundleSteps.remove(backup));
    },
    forget: (backup) => bundleSteps.remove(backup),
  };
}

function unavailable(reason: string, cause?: unknown): FrameworkError {
  return new FrameworkError("unavailable", `Cannot install an update: ${reason}`, { cause });
}

/** The bundle that the app runs from. */
function replaceableBundle(executable: string): string {
  // The path without links, as the system spells it, because another start may use another path.
  const [, given] = /^(.+\.app)\/Contents\/MacOS\/[^/]+$/.exec(executable) ?? [];
  if (given === undefined)
    throw unavailable(`"${executable}" lies in no app bundle; replace it the way it was put there`);
  const name = basename(given);
  // macOS runs a downloaded app that was not moved since from a read-only copy.
  if (given.includes("/AppTranslocation/"))
    throw unavailable(
      `macOS runs "${name}" from a copy; move "${name}" to the Applications folder, and start it there`,
    );
  try {
    const bundle = realpathSync.native(given);
    bundleSteps.access(bundle, constants.W_OK);
    bundleSteps.access(dirname(bundle), constants.W_OK | constants.X_OK);
    return bundle;
  } catch (error) {
    const code = systemCode(error);
    if (code === "EROFS")
      throw unavailable(
        `"${given}" is on a disk that is read only; move "${name}" to the Applications folder, and start it there`,
        error,
      );
    if (code === "EACCES" || code === "EPERM")
      throw unavailable(
        `"${given}" belongs to an administrator; have one install the new version, ` +
          `or move "${name}" to the Applications folder of your own home`,
        error,
      );
    throw unavailable(failure("replace", given, error).message, error);
  }
}

interface Places {
  readonly bundle: string;
  readonly exchange: Exchange | null;
}

/** Older disks support no exchange. Then for a moment there is only the backup. */
const withoutExchange = ["ENOTSUP", "EOPNOTSUPP", "EINVAL", "ENOSYS"];

/** Exchanges the places of the bundle and the item at `other`. */
function exchangePlaces({ bundle, exchange }: Places, other: string): void {
  if (exchange !== null) {
    try {
      return bundleSteps.exchange(exchange, bundle, other);
    } catch (error) {
      if (!withoutExchange.includes(systemCode(error) ?? "")) throw error;
    }
  }
  const between = backupName(bundle);
  bundleSteps.rename(bundle, between);
  try {
    bundleSteps.rename(other, bundle);
    try {
      bundleSteps.rename(between, other);
    } catch (error) {
      renameSync(bundle, other);
      throw error;
    }
  } catch (error) {
    renameSync(between, bundle);
    throw error;
  }
}

interface Wanted {
  /** The program of the app, within the bundle. */
  readonly program: string;
  readonly architecture: Architecture;
}

async function prepare(verified: Verified, places: Places, wanted: Wanted): Promise<Replacement> {
  const { bundle } = places;
  const made = newName(bundle);
  try {
    removeUnfinished(bundle);
    bundleSteps.makeFolder(made);
    const sum = createHash("sha512");
    await unpackBundle(verified, sum, made);
    // The file is read again, to be sure that it is the verified content even if another program
    // wrote to the disk in between.
    if (sum.digest("hex") !== verified.sha512) throw refuse("it has changed since it was verified");
    const problem = problemOfBundle(made, wanted);
    if (problem !== null) throw refuse(problem);
    chmodSync(made, statSync(bundle).mode & 0o777);
    return new ReadyBundle(places, made);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw failure("write", made, error);
  }
}

class ReadyBundle implements Replacement {
  readonly backup: string;
  readonly #places: Places;
  readonly #made: string;
  readonly #identity: Identity;

  constructor(places: Places, made: string) {
    this.#places = places;
    this.#made = made;
    this.#identity = identityAt(made);
    this.backup = backupName(places.bundle);
  }

  // The new version gets the name that the old one is kept under, and then they exchange their
  // places. Wherever the process ends, the item at that name is the one of the two that is not
  // needed.
  async replace(backup: string): Promise<void> {
    const { bundle } = this.#places;
    const isKept = existsSync(backup);
    const spare = isKept ? this.#made : backup;
    let isReplaced = false;
    try {
      if (!isKept) bundleSteps.rename(this.#made, backup);
      bundleSteps.syncName(dirname(bundle));
      exchangePlaces(this.#places, spare);
      isReplaced = true;
      if (identityAt(bundle) !== this.#identity)
        throw refuse("something else was put in its place");
      bundleSteps.syncName(dirname(bundle));
    } catch (error) {
      if (isReplaced) exchangePlaces(this.#places, spare);
      rmSync(spare, { recursive: true, force: true });
      throw failure("replace", bundle, error);
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#made, { recursive: true, force: true });
  }
}

function identityAt(path: string): Identity {
  return identityOf(lstatSync(path, { bigint: true }));
}

function problemOfBundle(bundle: string, { program, architecture }: Wanted): string | null {
  const isFile = (name: string): boolean =>
    statSync(join(bundle, name), { throwIfNoEntry: false })?.isFile() ?? false;
  for (const name of ["Contents/Info.plist", program])
    if (!isFile(name)) return `it lacks "${name}"`;
  const found = processorsOf(join(bundle, program));
  if (found === null) return `"${program}" in it is no program for macOS`;
  return found.includes(processors[architecture]) ? null : "it is for another processor";
}

/** The processors that a program can run on. `null`: it is no program. */
function processorsOf(path: string): number[] | null {
  const head = Buffer.alloc(8 + 20 * 8);
  const fd = openSync(path, "r");
  try {
    readSync(fd, head, 0, head.length, 0);
  } finally {
    closeSync(fd);
  }
  if (head.readUInt32LE(0) === 0xfeedfacf) return [head.readUInt32LE(4)];
  if (head.readUInt32BE(0) !== 0xcafebabe) return null;
  const count = Math.min(head.readUInt32BE(4), 8);
  return Array.from({ length: count }, (_, at) => head.readUInt32BE(8 + 20 * at));
}
