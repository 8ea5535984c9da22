import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { FrameworkError } from "../../../contract/errors.ts";
import type { BaseDirectories } from "../../paths/base-directories.ts";
import type { Launch } from "../../process/launch.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";
import { lockFile } from "../../../process/file-lock.ts";
import { pathsOf } from "../../paths/dialect.ts";
import { privateFolder } from "../../paths/private-folder.ts";
import { syncFolder } from "./sync.ts";

const waiting = v.object({
  version: v.string(),
  /** The place of the installation: `place` of the installation. */
  place: v.string(),
  /**
   * The path of the previous version. `null`: there is none, because only an administrator could
   * restore it.
   */
  backup: v.nullable(v.string()),
  /** The mark of the process that has begun its first start. `null`: none has. */
  begunBy: v.nullable(v.string()),
  /** The name of the files of the installer's run. Absent: the app has put it there itself. */
  run: v.optional(v.string()),
});
/** The newest version that a server has shown, with a signature that ends. */
const seen = v.object({
  version: v.string(),
  /** Seconds since 1970. */
  expires: v.number(),
  /** The latest signing time of everything that was seen. The present time cannot be earlier. */
  time: v.number(),
  /** The signing time of this version. Absent in older states. */
  signed: v.optional(v.number()),
});
const state = v.object({
  /** The highest version that was ever installed. */
  highest: v.nullable(v.string()),
  /** The last version that was put back because its first start failed. */
  failed: v.nullable(v.string()),
  /** The update that has not yet shown that it starts. If several places have one, the last one. */
  waiting: v.nullable(waiting),
  /** The updates in other places. Absent: there are none. */
  elsewhere: v.optional(v.array(waiting)),
  /** Absent: no signature so far ends. */
  seen: v.optional(seen),
  /** The last version that the user does not want to be asked about. Absent: there is none. */
  skipped: v.optional(v.string()),
  /** The random seed for the app's place in staged roll-outs. Absent: none was drawn yet. */
  seed: v.optional(v.string()),
});

export type PendingUpdate = Readonly<v.InferOutput<typeof waiting>>;
export type Seen = Readonly<v.InferOutput<typeof seen>>;
export type UpdateState = Readonly<v.InferOutput<typeof state>>;

const nothing: UpdateState = { highest: null, failed: null, waiting: null };

/** All updates that have not yet shown that they start. */
export function pendingUpdates({ waiting, elsewhere = [] }: UpdateState): readonly PendingUpdate[] {
  return waiting === null ? elsewhere : [waiting, ...elsewhere];
}

/** The waiting update of a place. */
export function pendingAt(place: string, state: UpdateState): PendingUpdate | null {
  return pendingUpdates(state).find((one) => one.place === place) ?? null;
}

/** A state in which another update, or none, waits for a place. */
export function withPending(
  place: string,
  next: PendingUpdate | null,
  state: UpdateState,
): UpdateState {
  const others = pendingUpdates(state).filter((one) => one.place !== place);
  const [waiting = null, ...elsewhere] = next === null ? others : [next, ...others];
  const { elsewhere: _, ...rest } = state;
  return { ...rest, waiting, ...(elsewhere.length > 0 && { elsewhere }) };
}

/**
 * A state in which another update, or none, replaces the waiting one, unless another process has
 * changed that meanwhile.
 */
export function replaceIfUnchanged(
  waiting: PendingUpdate,
  next: PendingUpdate | null,
  state: UpdateState,
): UpdateState {
  const { place } = waiting;
  return Bun.deepEquals(pendingAt(place, state), waiting) ? withPending(place, next, state) : state;
}

/** The state before and after a change. */
export interface Changed {
  readonly before: UpdateState;
  readonly after: UpdateState;
}

/** The effects on the disk, separate so that tests can make them fail. */
export const stateSteps = { rename: renameSync, pause: Bun.sleepSync } as const;

/**
 * On Windows a file that a program has open cannot be replaced. A virus scanner opens files for a
 * moment.
 */
const whenHeld = {
  codes: ["EPERM", "EACCES", "EBUSY"],
  pauses: [10, 20, 50, 100, 200, 400],
} as const;

/** Milliseconds. The owner of the lock reads and writes a small file. */
const lockPatience = 5000;

/** The app's record of its updates, in its private folder. */
export class StateFile {
  readonly #path: string | null;
  readonly #launch: Launch;

  /** @param path `null`: the app has no folders of its own, and remembers nothing */
  private constructor(path: string | null, launch: Launch) {
    this.#path = path;
    this.#launch = launch;
  }

  /**
   * The file of an app with these folders. In development nothing is installed and nothing is
   * remembered.
   */
  static of(launch: Launch, folders: BaseDirectories): StateFile {
    const { mode, system } = launch;
    const folder = mode === "dev" ? null : privateFolder(folders, system);
    // The name has a dot, so that no folder of the app's own code can have it.
    const path = folder === null ? null : pathsOf(system).join(folder, ".updates", "state.json");
    return new StateFile(path, launch);
  }

  /** Empty, if there is none or it cannot be understood. */
  read(): UpdateState {
    if (this.#path === null) return nothing;
    try {
      return v.parse(state, JSON.parse(readFileSync(this.#path, "utf8")));
    } catch (error) {
      if (systemCode(error) !== "ENOENT")
        process.stderr.write(`framework: cannot read "${this.#path}": updates begin anew\n`);
      return nothing;
    }
  }

  /**
   * Writes a new state that follows from the present one: either all of it, or the present one
   * stays. No other process of the app writes meanwhile.
   *
   * @param next makes the new state. Its errors are thrown here, and then nothing is written
   * @throws FrameworkError `io`, or `unavailable` when there is no place for it
   */
  change(next: (now: UpdateState) => UpdateState): Changed {
    const path = this.#path;
    using _lock = this.#locked(path);
    const before = this.read();
    const after = next(before);
    if (!Bun.deepEquals(after, before) && this.#launch.mode !== "dev") this.#write(path, after);
    return { before, after };
  }

  #locked(path: string | null): Disposable | null {
    if (path === null) return null;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      return lockFile(`${path}.lock`, lockPatience);
    } catch (error) {
      throw failure("write", path, error);
    }
  }

  #write(path: string | null, value: UpdateState): void {
    if (path === null) {
      throw new FrameworkError(
        "unavailable",
        "Cannot remember the installed version: set framework.bundle.identifier",
      );
    }
    const unfinished = `${path}.new`;
    try {
      writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600, flush: true });
      this.#rename(unfinished, path);
      syncFolder(dirname(path));
    } catch (error) {
      throw failure("write", path, error);
    }
  }

  #rename(from: string, to: string): void {
    const pauses = this.#launch.system === "windows" ? whenHeld.pauses : [];
    for (const pause of pauses) {
      try {
        return stateSteps.rename(from, to);
      } catch (error) {
        if (!whenHeld.codes.some((code) => code === systemCode(error))) throw error;
        stateSteps.pause(pause);
      }
    }
    stateSteps.rename(from, to);
  }
}
