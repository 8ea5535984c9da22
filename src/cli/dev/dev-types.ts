import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Programs } from "../programs/programs.ts";
import type { Project } from "../project/project.ts";
import { TypeCheck } from "../project/type-check.ts";

export interface DevTypesOptions {
  readonly programs: Programs;
  /** The working folder, to which the places in problems are relative. */
  readonly cwd: string;
  /** Aborted at the end of the session. */
  readonly over: AbortSignal;
  /** Receives the problems of a check when they differ from those before; all is right if none. */
  readonly changed: (problems: readonly string[]) => void;
}

/** The checks of the types of own code, one after each start and change of the app. */
export class DevTypes {
  readonly #options: DevTypesOptions;
  #check: TypeCheck | null = null;
  #run = 0;
  #problems: readonly string[] = [];

  constructor(options: DevTypesOptions) {
    this.#options = options;
  }

  /** Checks in place of the running check. It runs beside the app, which has begun by now. */
  async check(project: Project): Promise<void> {
    const { programs, cwd, over, changed } = this.#options;
    const run = (this.#run += 1);
    await this.#check?.[Symbol.asyncDispose]();
    const isOutdated = (): boolean => run !== this.#run || over.aborted;
    if (isOutdated()) return;
    const workFolder = join(project.outputFolder, "dev", "types");
    const check = await TypeCheck.start({ project, workFolder, programs, cwd });
    this.#check = check;
    const problems = (await check?.problems) ?? [];
    if (isOutdated() || isDeepStrictEqual(problems, this.#problems)) return;
    this.#problems = problems;
    changed(problems);
  }
}
