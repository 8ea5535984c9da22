import type { ResolvedConfig } from "../../config/index.ts";
import { plainError } from "../../contract/errors.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import { baseDirectories } from "../paths/base-directories.ts";
import { startAgain, startedFile, type Launch } from "../process/launch.ts";
import { installation, type Installation } from "./installers.ts";
import { isRunning, processIdentity } from "./process-identity.ts";
import { StateFile, type UpdateState, type Waiting } from "./state.ts";
import { isNewer } from "./versions.ts";

/**
 * The first start of an update. It has succeeded when the first page has opened. When it fails before that, the
 * version before it is put back and started: at once, when the app ends with an exit code other than 0, or with the
 * next start, when the process went away without a word.
 */
export class FirstStart {
  readonly #version: string;
  readonly #launch: Launch;
  readonly #state: StateFile;
  readonly #installation: Installation;
  #isUndecided = false;

  private constructor(version: string, launch: Launch, state: StateFile, installed: Installation) {
    this.#version = version;
    this.#launch = launch;
    this.#state = state;
    this.#installation = installed;
  }

  /** `null`: the app is not of the kind that can be replaced. */
  static of({ config }: AppSpec<ResolvedConfig>, launch: Launch): FirstStart | null {
    const { mode, executable } = launch;
    if (mode === "dev" || startedFile(launch, process.env) === executable) return null;
    const { identifier } = config.framework.bundle;
    const { productName: name, version } = config.package;
    try {
      const state = StateFile.of(launch, baseDirectories({ identifier, executable, name }));
      return new FirstStart(version, launch, state, installation(launch));
    } catch {
      return null;
    }
  }

  /** `false`: an update that did not start has been taken back, and the version before it is to be started. */
  begin(): boolean {
    const state = this.#state.read();
    const { waiting } = state;
    if (waiting === null || waiting.file !== this.#installation.file) return true;
    if (waiting.version !== this.#version) {
      // It was put back already, or the user has put another one there.
      const failed = waiting.begunBy === null ? state.failed : waiting.version;
      this.#conclude({ ...state, failed }, waiting);
      return true;
    }
    if (waiting.begunBy === null) {
      this.#isUndecided = true;
      this.#write({ ...state, waiting: { ...waiting, begunBy: processIdentity(process.pid) } });
      return true;
    }
    return isRunning(waiting.begunBy) || !this.#takeBack(state, waiting);
  }

  /** The first page has opened; or there are no windows, and the app is set up. */
  succeeded(): void {
    this.#isUndecided = false;
    const state = this.#state.read();
    const { highest, failed, waiting } = state;
    const version = this.#version;
    const isHighest = highest === null || isNewer(version, highest);
    const next = {
      ...state,
      highest: isHighest ? version : highest,
      failed: failed === version ? null : failed,
    };
    if (waiting?.version === version && waiting.file === this.#installation.file)
      this.#conclude(next, waiting);
    else if (isHighest || failed === version) this.#write(next);
  }

  /** The app ends: without a failure, a first start that showed nothing yet may be tried again. */
  ended(code: number): void {
    if (code === 0) return this.undecided();
    this.#decide((state, waiting) => {
      if (this.#takeBack(state, waiting)) startAgain(this.#launch);
    });
  }

  /** It ends for a reason that says nothing of the version: the next start is the first one once more. */
  undecided(): void {
    this.#decide((state, waiting) => this.#write({ ...state, waiting: { ...waiting, begunBy: null } }));
  }

  #decide(decide: (state: UpdateState, waiting: Waiting) => void): void {
    if (!this.#isUndecided) return;
    this.#isUndecided = false;
    const state = this.#state.read();
    if (state.waiting !== null) decide(state, state.waiting);
  }

  #takeBack(state: UpdateState, waiting: Waiting): boolean {
    const what = `version "${waiting.version}", which did not start`;
    try {
      this.#installation.restore(waiting.backup);
    } catch (error) {
      process.stderr.write(`framework: cannot take back ${what}: ${plainError(error).message}\n`);
      this.#write({ ...state, waiting: null });
      return false;
    }
    process.stderr.write(`framework: took back ${what}\n`);
    this.#write({ ...state, failed: waiting.version, waiting: null });
    return true;
  }

  /** Nothing waits any more; what was kept in case is not needed. */
  #conclude(state: UpdateState, { backup }: Waiting): void {
    this.#write({ ...state, waiting: null });
    this.#installation.forget(backup);
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
