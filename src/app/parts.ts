import type { CommandLinePart } from "./arguments/command-line.ts";
import type { FsPart } from "./commands/fs.ts";
import type { HttpPart } from "./commands/http.ts";
import type { ShellPart } from "./commands/shell.ts";
import type { SingleInstancePart } from "./opening/single-instance.ts";
import type { OwnHttpPart } from "./public-api/app-http.ts";
import type { UpdatesPart } from "./updater/updates.ts";

/**
 * Optional modules, omitted when unused. Beside each stands a module with the same exports that
 * refuses the calls; the entry of the app imports one or the other. The choice is the table in
 * `cli/build/compile/parts.ts`.
 */
export interface Parts {
  readonly commandLine: CommandLinePart;
  readonly singleInstance: SingleInstancePart;
  readonly updates: UpdatesPart;
  readonly fs: FsPart;
  readonly http: HttpPart;
  readonly ownHttp: OwnHttpPart;
  readonly shell: ShellPart;
}
