import { resolve } from "node:path";
import { readMarkedText } from "../disk/read.ts";

/** An error in the files that an app ships. */
export interface StagingProblem {
  /** The field of the configuration, for example `framework.bundle.icon`. */
  readonly field: string;
  readonly message: string;
}

/** All errors, at once. */
export class StagingError extends Error {
  readonly problems: readonly StagingProblem[];

  constructor(problems: readonly StagingProblem[]) {
    super(problems.map(({ field, message }) => `${field}: ${message}`).join("\n"));
    this.problems = problems;
  }
}

/** The text of a file that a field names. */
export interface NamedText {
  /** For messages. */
  readonly path: string;
  readonly text: string;
}

/** Collects the files of fields, and all their errors. */
export class Staging {
  /** The folder of the configuration file; its paths are relative to it. */
  readonly folder: string;
  readonly #problems: StagingProblem[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @param field without the prefix `framework.` */
  attempt<T>(field: string, fallback: T, gather: () => T): T {
    try {
      return gather();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#problems.push({ field: `framework.${field}`, message });
      return fallback;
    }
  }

  /** @param field the name of the wrong value: not every text is from the configuration */
  refuse(field: string, message: string): void {
    this.#problems.push({ field, message });
  }

  /** Reads the file of a field; `null` when it names none. */
  readText(field: string, path: string | null): NamedText | null {
    if (path === null) return null;
    return this.attempt(field, null, () => {
      try {
        return { path, text: readMarkedText(resolve(this.folder, path)) };
      } catch (cause) {
        throw new Error(`Cannot read "${path}": it must be a file in "${this.folder}"`, { cause });
      }
    });
  }

  /** The number of problems. */
  get count(): number {
    return this.#problems.length;
  }

  throwIfAny(): void {
    if (this.#problems.length > 0) throw new StagingError(this.#problems);
  }
}
