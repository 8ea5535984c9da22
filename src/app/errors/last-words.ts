import { appendFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { plainError } from "../../contract/errors.ts";
import type { AppSpec } from "../../contract/shipped/pack.ts";
import type { System } from "../../contract/target.ts";
import type { ResolvedConfig } from "../../config/index.ts";
import { pathsOf } from "../paths/dialect.ts";
import type { Exit } from "../process/exit.ts";
import { describeError } from "../process/uncaught.ts";
import type { Ui } from "../ui.ts";

export interface LastWordsOptions {
  readonly appSpec: AppSpec<ResolvedConfig>;
  readonly system: System;
  /** The folder of the log file; `null`: the app has none. */
  readonly folder: () => string | null;
  readonly ui: Ui;
  readonly exit: Exit;
  /** Whether the app ends without a dialog: no user is there to close it. */
  readonly endsSilently: () => boolean;
  /** Opens the display, unless it is open. */
  readonly begin: () => Promise<unknown>;
}

/** The size in bytes after which the error log starts again. */
const largestFile = 256 * 1024;
/** For an error's message: the length that fits into a dialog. */
const longestMessage = 500;

/**
 * The end of an app that fails: the error goes to a log file, a dialog names this file, and the
 * process ends with exit code 1. The standard error of a program started by a click is invisible.
 */
export class LastWords {
  readonly #options: LastWordsOptions;

  constructor(options: LastWordsOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  async say(error: unknown): Promise<void> {
    const { exit, ui, endsSilently, begin } = this.#options;
    const file = this.#write(error);
    if (!exit.isEnding && !endsSilently()) {
      try {
        exit.isFailing = true;
        await begin();
        await ui.call("app.showError", this.#dialog(error, file));
      } catch (failure) {
        // Without a display, standard error and the file must suffice.
        const { code, message } = plainError(failure);
        if (code !== "unavailable") process.stderr.write(`framework: ${message}\n`);
      }
    }
    await exit.quit(1);
  }

  #dialog(error: unknown, file: string | null): { readonly title: string; readonly text: string } {
    const name = this.#options.appSpec.config.package.productName;
    const message = plainError(error).message.slice(0, longestMessage);
    const kind = error instanceof Error && error.name !== "FrameworkError" ? `${error.name}: ` : "";
    const more = file === null ? [] : [`The details are in ${file}`];
    const text = [`${name} has to close because of an error.`, `${kind}${message}`, ...more].join(
      "\n\n",
    );
    return { title: name, text };
  }

  /** Appends the error to the log file; `null`: there is none. */
  #write(error: unknown): string | null {
    const { appSpec, system } = this.#options;
    const { package: app } = appSpec.config;
    try {
      const folder = this.#options.folder();
      if (folder === null) return null;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const file = pathsOf(system).join(folder, "errors.log");
      const isLarge = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > largestFile;
      const version = app.version ?? "without a version";
      const head = `${new Date().toISOString()} ${app.productName} ${version} (${system})`;
      const write = isLarge ? writeFileSync : appendFileSync;
      write(file, `${head}\n${describeError(error)}\n\n`, { mode: 0o600 });
      return file;
    } catch (failure) {
      process.stderr.write(
        `framework: cannot write the error to a file: ${plainError(failure).message}\n`,
      );
      return null;
    }
  }
}
