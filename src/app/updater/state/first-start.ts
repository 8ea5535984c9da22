import { existsSync } from "node:fs";
import type { ResolvedConfig } from "../../../config/index.ts";
import { plainError } from "../../../contract/errors.ts";
import type { AppSpec } from "../../../contract/shipped/pack.ts";
import { baseDirectories } from "../../paths/base-directories.ts";
import type { Host } from "../../process/host.ts";
import { LivenessSocket } from "../../../process/liveness-socket.ts";
import { startAgain, type Launch } from "../../process/launch.ts";
import { installation } from "../install/installers.ts";
import type { Installation, InstallFailure, SystemInstallation } from "../install/installation.ts";
import {
  StateFile,
  pendingUpdates,
  replaceIfUnchanged,
  pendingAt,
  type UpdateState,
  type PendingUpdate,
} from "./state.ts";
import { isNewer } from "../check/versions.ts";

/**
 * The first start of an update. It has succeeded when the first page has opened. If it fails before
 * that, the previous version is restored and started: at once, if the app ends with an exit code
 * other than 0, or with the next start, if the process ended without a report. A version that only
 * an administrator could remove stays, and is known as failed.
 */
export class FirstStart {
  readonly #version: string;
  readonly #launch: Launch;
  readonly #host: Host;
  readonly #state: StateFile;
  readonly #installation: Installation;
  /**
   * The reason why the update that was due before this start was not installed. `null`: it was
   * installed, or none was due.
   */
  problem: string | null = null;
  #isUndecided = false;
  #presence: LivenessSocket | null = null;

  private constructor(
    version: string,
    launch: Launch,
    host: Host,
    { state, installed }: { readonly state: StateFile; readonly installed: Installation },
  ) {
    this.#version = version;
    this.#launch = launch;
    this.#host = host;
    this.#state = state;
    this.#installation = installed;
  }

  /** True if this is the first start of an update, and has not succeeded yet. */
  get isUndecided(): boolean {
    return this.#isUndecided;
  }

  /** `null`: this kind of app cannot be updated. */
  static of({ config }: AppSpec<ResolvedConfig>, launch: Launch, host: Host): FirstStart | null {
    const { mode, executable } = launch;
    if (mode === "dev") return null;
    const { identifier } = config.framework.bundle;
    const { productName: name, version } = config.package;
    try {
      const folders = baseDirectories({ identifier, executable, name }, host);
      const installed = installation({ launch, host, config, folders });
      const state = StateFile.of(launch, folders);
      return new FirstStart(version, launch, host, { state, installed });
    } catch {
      return null;
    }
  }

  /**
   * `false`: an update that did not start has been undone, and the previous version is to be
   * started.
   */
  async begin(): Promise<boolean> {
    const state = this.#state.read();
    const waiting = pendingAt(this.#installation.place, state);
    if (waiting === null) return true;
    if (waiting.begunBy === null && this.#isUnfinished(waiting))
      return !(await this.#takeBack(waiting));
    if (waiting.version !== this.#version) {
      // It was restored already, the installer has failed, or the user has put another version
      // there.
      const hasFailed = waiting.begunBy !== null;
      await this.#conclude(waiting, (now) =>
        hasFailed ? { ...now, failed: waiting.version } : now,
      );
      return true;
    }
    if (waiting.begunBy === null) {
      this.#isUndecided = true;
      this.#presence = await this.#show();
      this.#markBegun(waiting, this.#presence?.name ?? null);
      return true;
    }
    if (await LivenessSocket.isShown(waiting.begunBy)) return true;
    // It may have ended meanwhile. It writes its result before it ends.
    if (pendingAt(waiting.place, this.#state.read())?.begunBy !== waiting.begunBy)
      return await this.begin();
    return !(await this.#takeBack(waiting));
  }

  /**
   * Starts the version that was restored. If the restore happens after the end of this process, the
   * start does, too.
   */
  async relaunchPrevious(): Promise<void> {
    if (this.#installation.kind === "replaced") await startAgain(this.#launch, this.#host);
  }

  /** The first page has opened, or there are no windows and the app is set up. */
  async succeeded(): Promise<void> {
    this.#isUndecided = false;
    using _shown = this.#presence;
    const state = this.#state.read();
    const waiting = pendingAt(this.#installation.place, state);
    const version = this.#version;
    const next = (now: UpdateState): UpdateState => ({
      ...now,
      highest: now.highest === null || isNewer(version, now.highest) ? version : now.highest,
      failed: now.failed === version ? null : now.failed,
    });
    if (waiting?.version === version) await this.#conclude(waiting, next);
    else if (!Bun.deepEquals(next(state), state)) this.#change(next);
    await this.#forgetGone();
  }

  /** The app ends. Without a failure, a first start that showed nothing yet may be tried again. */
  async ended(code: number): Promise<void> {
    if (code === 0) return this.undecided();
    await this.#decide(async (waiting) => {
      if (await this.#takeBack(waiting)) await this.relaunchPrevious();
    });
  }

  /**
   * It ends for a reason that is no fault of the version. The next start is the first one again.
   */
  undecided(): void {
    void this.#decide((waiting) => this.#markBegun(waiting, null));
  }

  /**
   * If an installer has failed in the middle, parts of two versions may be there, whichever has
   * been started.
   */
  #isUnfinished(waiting: PendingUpdate): boolean {
    const { version, backup } = waiting;
    const installed = this.#installation;
    if (installed.kind !== "left") return false;
    const failure = this.#failureOf(waiting, installed);
    if (failure === null) return false;
    this.problem = `Cannot install version "${version}": ${failure.reason}`;
    process.stderr.write(`framework: ${this.problem}\n`);
    // If the installer reports a failure but the new version is there, it is not the version from
    // before.
    const isWhole = failure.isWhole && version !== this.#version;
    return !isWhole && backup !== null && installed.isKept(backup);
  }

  #failureOf(
    { run, version }: PendingUpdate,
    installed: SystemInstallation,
  ): InstallFailure | null {
    try {
      return run === undefined ? null : installed.failureOf(run);
    } catch (error) {
      // The result is unknown, so the first start decides, as usual.
      process.stderr.write(`framework: ${plainError(error).message}\n`);
      return version === this.#version
        ? null
        : { reason: plainError(error).message, isWhole: true };
    }
  }

  /** Shows the next starts that this one still runs. `null`: they will not know its result. */
  async #show(): Promise<LivenessSocket | null> {
    try {
      return await LivenessSocket.show();
    } catch (error) {
      process.stderr.write(
        `framework: cannot follow the first start: ${plainError(error).message}\n`,
      );
      return null;
    }
  }

  async #decide(decide: (waiting: PendingUpdate) => void | Promise<void>): Promise<void> {
    if (!this.#isUndecided) return;
    this.#isUndecided = false;
    using _shown = this.#presence;
    const waiting = pendingAt(this.#installation.place, this.#state.read());
    // Another process may have installed the next version meanwhile. This start says nothing about
    // that one.
    if (waiting?.version === this.#version) await decide(waiting);
  }

  async #takeBack(waiting: PendingUpdate): Promise<boolean> {
    const { version } = waiting;
    const what = `version "${version}", which did not start`;
    const hasFailed = (now: UpdateState): UpdateState => ({ ...now, failed: version });
    const installed = this.#installation;
    if (waiting.backup === null) {
      process.stderr.write(
        `framework: cannot take back ${what}: install the version before it again\n`,
      );
      await this.#conclude(waiting, hasFailed);
      return false;
    }
    try {
      await installed.restore(waiting.backup);
    } catch (error) {
      process.stderr.write(`framework: cannot take back ${what}: ${plainError(error).message}\n`);
      this.#change((now) => replaceIfUnchanged(waiting, null, now));
      return false;
    }
    if (installed.kind === "replaced") {
      process.stderr.write(`framework: took back ${what}\n`);
      this.#change((now) => replaceIfUnchanged(waiting, null, hasFailed(now)));
    } else {
      // The restored version remembers and removes the rest.
      process.stderr.write(`framework: takes back ${what}\n`);
    }
    return true;
  }

  /** Nothing waits any more, and the backup is not needed. */
  async #conclude(waiting: PendingUpdate, next: (now: UpdateState) => UpdateState): Promise<void> {
    const { place, backup } = waiting;
    const state = this.#change((now) => replaceIfUnchanged(waiting, null, next(now)));
    // As long as the state says that an update waits, a later start may need the backup.
    if (state === null || pendingAt(place, state) !== null) return;
    const installed = this.#installation;
    try {
      if (installed.kind === "left") await installed.forget(waiting);
      else if (backup !== null) await installed.forget(backup);
    } catch (error) {
      const what = backup === null ? "the installer" : `"${backup}"`;
      process.stderr.write(`framework: cannot remove ${what}: ${plainError(error).message}\n`);
    }
  }

  /**
   * If a copy was moved or removed before it showed anything, it no longer starts in the place
   * where its backup could be restored.
   */
  async #forgetGone(): Promise<void> {
    // While an installed folder is being restored, it does not exist either.
    if (this.#installation.kind === "left") return;
    for (const waiting of pendingUpdates(this.#state.read()).filter(isGone))
      await this.#conclude(waiting, (now) => now);
  }

  #markBegun(waiting: PendingUpdate, begunBy: string | null): void {
    this.#change((now) => replaceIfUnchanged(waiting, { ...waiting, begunBy }, now));
  }

  /**
   * An app also starts where nothing can be written. @returns the state that was written. `null`:
   * none was written
   */
  #change(next: (now: UpdateState) => UpdateState): UpdateState | null {
    try {
      return this.#state.change(next).after;
    } catch (error) {
      process.stderr.write(`framework: ${plainError(error).message}\n`);
      return null;
    }
  }
}

/** If a disk is not mounted, its backup is missing, too. */
function isGone({ place, backup }: PendingUpdate): boolean {
  return !existsSync(place) && (backup === null || existsSync(backup));
}
