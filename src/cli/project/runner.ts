import { answerOf } from "../programs/answer.ts";
import { programCommand } from "../programs/command.ts";
import { UserError } from "../terminal.ts";
import { emptySettings } from "./package-root.ts";
import type { Project } from "./project.ts";

/** The Bun that compiles and runs an app. */
export interface Runner {
  /** The program to start: an executable of Bun, or a script that starts one. */
  readonly program: string;
  /** The executable that finally runs. */
  readonly executable: string;
}

/**
 * The Bun of `build.runner`, verified by running it; this one when it names none.
 * @throws UserError when it is no Bun
 */
export function findRunner({ config, configFolder }: Project): Runner {
  const { runner } = config.build;
  if (runner === null) return { program: process.execPath, executable: process.execPath };
  const program = Bun.which(runner, { cwd: configFolder });
  const executable = program === null ? null : executableOf(program, configFolder);
  if (program === null || executable === null) {
    throw new UserError(
      `Cannot use build.runner "${runner}": it must be the path or name of a Bun executable, or of a script that starts one with its arguments`,
    );
  }
  return { program, executable };
}

/** The answer of a program to a query for Bun; `null`: it is none. */
function executableOf(program: string, cwd: string): string | null {
  const question =
    "process.stdout.write(JSON.stringify({ bun: Bun.version, executable: process.execPath }))";
  const options = [
    `--config=${emptySettings.bunfig}`,
    "--no-env-file",
    "--no-install",
    "-e",
    question,
  ];
  const [answer] = /\{"bun":.*\}$/.exec(answerOf(programCommand(program, options), { cwd })) ?? [];
  if (answer === undefined) return null;
  return (JSON.parse(answer) as { readonly executable: string }).executable;
}
