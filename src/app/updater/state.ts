import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { FrameworkError } from "../../contract/errors.ts";
import { privateFolder } from "../face/app.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import type { Launch } from "../process/launch.ts";
import { failure, systemCode } from "../paths/path-problem.ts";
import { pathsOf } from "../paths/dialect.ts";
import { syncFolder } from "./sync.ts";

const waiting = v.object({
  version: v.string(),
  /** Where it was installed: `place` of the installation. */
  place: v.string(),
  /** Where the version before it is kept; `null`: nowhere, for only an administrator could put it back. */
  backup: v.nullable(v.string()),
  /** How the process that has begun its first start shows itself; `null`: none has. */
  begunBy: v.nullable(v.string()),
});
/** What a server has shown to be the newest, with a signature that ends. */
const seen = v.object({
  version: v.string(),
  /** Seconds since 1970. */
  expires: v.number(),
  /** The latest time at which anything that was seen was signed: it cannot be earlier. */
  time: v.number(),
});
const state = v.object({
  /** The highest version that was ever installed. */
  highest: v.nullable(v.string()),
  /** The last version that was put back because its first start failed. */
  failed: v.nullable(v.string()),
  /** The update that has not yet shown that it starts. */
  waiting: v.nullable(waiting),
  /** Absent: no signature that was seen ends. */
  seen: v.optional(seen),
});

export type Waiting = Readonly<v.InferOutput<typeof waiting>>;
export type Seen = Readonly<v.InferOutput<typeof seen>>;
export type UpdateState = Readonly<v.InferOutput<typeof state>>;

const nothing: UpdateState = { highest: null, failed: null, waiting: null };

/** What the app remembers of its updates, in its private folder. */
export class StateFile {
  readonly #path: string | null;

  /** @param path `null`: the app has no folders of its own, and remembers nothing */
  private constructor(path: string | null) {
    this.#path = path;
  }

  /** Of an app with these folders; in development there is nothing to remember. */
  static of({ mode, system }: Launch, folders: BaseDirectories): StateFile {
    const folder = mode === "dev" ? null : privateFolder(folders, system);
    // A name with a dot, so that no folder of the app's own code can have it.
    return new StateFile(folder === null ? null : pathsOf(system).join(folder, ".updates", "state.json"));
  }

  /** Nothing, when there is none or it cannot be understood. */
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
   * Writes all of it, or leaves what was there.
   * @throws FrameworkError `io`, or `unavailable` when there is no place for it
   */
  write(value: UpdateState): void {
    const path = this.#path;
    if (path === null) {
      throw new FrameworkError(
        "unavailable",
        "Cannot remember what is installed: set framework.bundle.identifier",
      );
    }
    const unfinished = `${path}.new`;
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeFileSync(unfinished, JSON.stringify(value), { mode: 0o600, flush: true });
      renameSync(unfinished, path);
      syncFolder(dirname(path));
    } catch (error) {
      throw failure("write", path, error);
    }
  }
}
