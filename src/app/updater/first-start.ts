import type { ResolvedConfig } from "../../config/index.ts";
import { plainError } from "../../contract/errors.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import { baseDirectories } from "../paths/base-directories.ts";
import type { Host } from "../process/host.ts";
import { Presence } from "../../process/presence.ts";
import { startAgain, type Launch } from "../process/launch.ts";
import { installation } from "./install/installers.ts";
import type { Installation } from "./install/installation.ts";
import { StateFile, type UpdateState, type Waiting } from "./state.ts";
import { isNewer } from "./versions.ts";

/**
 * The first start of an update. It has succeeded when the first page has opened. When it fails before that, the
 * version before it is put back and started: at once, when the app ends with an exit code other than 0, or with the
 * next start, when the process went away without a word. What only an administrator could take back stays, and is known as
 * failed.
 */
export class FirstStart {
  readonly #version: string;
  readonly #launch: Launch;
  readonly #state: StateFile;
  readonly #installation: Installation;
  /** Why what was to be installed before this start was not; `null`: it was, or nothing was. */
  problem: string | null = null;
  #isUndecided = false;
  #presence: Presence | null = null;

  private constructor(version: string, launch: Launch, state: StateFile, installed: Installation) {
    this.#version = version;
    this.#launch = launch;
    this.#state = state;
    this.#installation = installed;
  }

  /** `null`: the app is not of a kind that can be updated. */
  static of({ config }: AppSpec<ResolvedConfig>, launch: Launch, host: Host): FirstStart | null {
    const { mode, executable } = launch;
    if (mode === "dev") return null;
    const { identifier } = config.framework.bundle;
    const { productName: name, version } = config.package;
    try {
      const folders = baseDirectories({ identifier, executable, name }, host);
      const installed = installation({ launch, host, config, folders });
      const state = StateFile.of(launch, folders);
      return new FirstStart(version, launch, state, installed);
    } catch {
      return null;
    }
  }

  /** `false`: an update that did not start has been taken back, and the version before it is to be started. */
  async begin(): Promise<boolean> {
    const state = this.#state.read();
    const { waiting } = state;
    if (waiting === null || waiting.place !== this.#installation.place) return true;
    if (waiting.version !== this.#version) {
      // It was put back already, the installer has failed, or the user has put another one there.
      this.problem = this.#failureOf(waiting);
      const failed = waiting.begunBy === null ? state.failed : waiting.version;
      await this.#conclude({ ...state, failed }, waiting);
      return true;
    }
    if (waiting.begunBy === null) {
      this.#isUndecided = true;
      this.#presence = await this.#show();
      this.#write({ ...state, waiting: { ...waiting, begunBy: this.#presence?.name ?? null } });
      return true;
    }
    if (await Presence.isShown(waiting.begunBy)) return true;
    // It may have come to its end meanwhile: it writes how before it goes.
    if (this.#state.read().waiting?.begunBy !== waiting.begunBy) return await this.begin();
    return !(await this.#takeBack(state, waiting));
  }

  /** Starts the version that was put back. Where that is done when this process has ended, so is this. */
  startBefore(): void {
    if (this.#installation.kind === "replaced") startAgain(this.#launch);
  }

  /** The first page has opened; or there are no windows, and the app is set up. */
  async succeeded(): Promise<void> {
    this.#isUndecided = false;
    using _shown = this.#presence;
    const state = this.#state.read();
    const { highest, failed, waiting } = state;
    const version = this.#version;
    const isHighest = highest === null || isNewer(version, highest);
    const next = {
      ...state,
      highest: isHighest ? version : highest,
      failed: failed === version ? null : failed,
    };
    if (waiting?.version === version && waiting.place === this.#installation.place)
      await this.#conclude(next, waiting);
    else if (isHighest || failed === version) this.#write(next);
  }

  /** The app ends: without a failure, a first start that showed nothing yet may be tried again. */
  async ended(code: number): Promise<void> {
    if (code === 0) return this.undecided();
    await this.#decide(async (state, waiting) => {
      if (await this.#takeBack(state, waiting)) this.startBefore();
    });
  }

  /** It ends for a reason that says nothing of the version: the next start is the first one once more. */
  undecided(): void {
    void this.#decide((state, waiting) => this.#write({ ...state, waiting: { ...waiting, begunBy: null } }));
  }

  #failureOf({ version }: Waiting): string | null {
    const installed = this.#installation;
    if (installed.kind !== "left") return null;
    let reason: string | null;
    try {
      reason = installed.takeFailure();
    } catch (error) {
      reason = plainError(error).message;
    }
    if (reason === null) return null;
    const problem = `Cannot install version "${version}": ${reason}`;
    process.stderr.write(`framework: ${problem}\n`);
    return problem;
  }

  /** Shows the next starts that this one goes on; `null`: they will not know how it ended. */
  async #show(): Promise<Presence | null> {
    try {
      return await Presence.show();
    } catch (error) {
      process.stderr.write(`framework: cannot follow the first start: ${plainError(error).message}\n`);
      return null;
    }
  }

  async #decide(decide: (state: UpdateState, waiting: Waiting) => void | Promise<void>): Promise<void> {
    if (!this.#isUndecided) return;
    this.#isUndecided = false;
    using _shown = this.#presence;
    const state = this.#state.read();
    if (state.waiting !== null) await decide(state, state.waiting);
  }

  async #takeBack(state: UpdateState, waiting: Waiting): Promise<boolean> {
    const what = `version "${waiting.version}", which did not start`;
    const installed = this.#installation;
    if (waiting.backup === null) {
      process.stderr.write(`framework: cannot take back ${what}: install the version before it again\n`);
      await this.#conclude({ ...state, failed: waiting.version }, waiting);
      return false;
    }
    try {
      await installed.restore(waiting.backup);
    } catch (error) {
      process.stderr.write(`framework: cannot take back ${what}: ${plainError(error).message}\n`);
      this.#write({ ...state, waiting: null });
      return false;
    }
    if (installed.kind === "replaced") {
      process.stderr.write(`framework: took back ${what}\n`);
      this.#write({ ...state, failed: waiting.version, waiting: null });
    } else {
      // What is put back remembers, and removes, the rest.
      process.stderr.write(`framework: takes back ${what}\n`);
    }
    return true;
  }

  /** Nothing waits any more; what was kept in case is not needed. */
  async #conclude(state: UpdateState, { backup }: Waiting): Promise<void> {
    this.#write({ ...state, waiting: null });
    const installed = this.#installation;
    try {
      if (installed.kind === "left") await installed.forget(backup);
      else if (backup !== null) await installed.forget(backup);
    } catch (error) {
      const what = backup === null ? "the installer" : `"${backup}"`;
      process.stderr.write(`framework: cannot remove ${what}: ${plainError(error).message}\n`);
    }
  }

  /** An app starts also where nothing can be written. */
  #write(state: UpdateState): void {
    try {
      this.#state.write(state);
    } catch (error) {
      process.stderr.write(`framework: ${plainError(error).message}\n`);
    }
  }
}
