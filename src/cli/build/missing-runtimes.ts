import { confirm, isCancel } from "@clack/prompts";
import type { Target } from "../../contract/target.ts";
import { makeFolder } from "../../disk/write.ts";
import { openRoot } from "../../disk/roots.ts";
import { environmentForOthers } from "../../process/environment.ts";
import { programCommand } from "../programs/command.ts";
import { exitCodeOf, ended } from "../programs/hooks.ts";
import { Programs } from "../programs/programs.ts";
import type { Progress } from "../progress.ts";
import { mayAsk } from "../signer/signing-key.ts";
import { UserError, type Terminal } from "../terminal.ts";
import { locateRuntime, MissingRuntime, runtimeCommand, targetName } from "./build-target.ts";

/** The way to get missing parts: without asking, by asking, or not at all. */
export interface Consent {
  /** Gets it without asking. */
  readonly yes?: boolean | undefined;
  /** Asks nothing. */
  readonly ci?: boolean | undefined;
}

export interface RuntimeSearch {
  /** Targets other than this machine's. */
  readonly targets: readonly Target[];
  /** The folder where the search for the project's packages begins. */
  readonly from: string;
  readonly toolsFolder: string;
}

/**
 * Lets npm download the Bun executables that a build lacks, if the user agrees. npm compares each
 * download with the registry's checksum, and `findRuntime` with the one of the release. A part that
 * stays missing is an error of the plan, which names the command.
 * @throws UserError when npm fails
 */
export async function getMissingRuntimes(
  terminal: Terminal,
  { targets, from, toolsFolder }: RuntimeSearch,
  { progress, consent }: { readonly progress: Progress; readonly consent: Consent },
): Promise<void> {
  const missing = targets.filter((target) => isMissing(target, from, toolsFolder));
  if (missing.length === 0) return;
  const names = missing.map(targetName).join(" and ");
  const isWanted =
    consent.yes === true ||
    (mayAsk(terminal, consent) &&
      (await askOnTerminal(
        `Get Bun for ${names} by npm? It is not on this machine, and some 40 MB`,
      )));
  if (!isWanted) return;
  for (const target of missing)
    await progress.step(`Getting Bun for ${targetName(target)} by npm`, () =>
      install(target, toolsFolder),
    );
}

function isMissing(target: Target, from: string, toolsFolder: string): boolean {
  try {
    locateRuntime(target, from, toolsFolder);
    return false;
  } catch (error) {
    // The plan reports other problems.
    return error instanceof MissingRuntime;
  }
}

async function askOnTerminal(message: string): Promise<boolean> {
  const answer = await confirm({ message, output: process.stderr });
  return !isCancel(answer) && answer;
}

async function install(target: Target, toolsFolder: string): Promise<void> {
  const { args, shown } = runtimeCommand(target, toolsFolder);
  const fail = (reason: string): UserError =>
    new UserError(
      `Cannot get Bun for ${targetName(target)}: ${reason}. The command was:\n  ${shown}`,
    );
  const npm = Bun.which("npm");
  if (npm === null) throw fail("npm is not in PATH");
  openRoot(toolsFolder);
  makeFolder(toolsFolder);
  await using programs = new Programs();
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { program, args: words } = programCommand(npm, [...args, ...quiet]);
  const tree = programs.start(program, words, {
    cwd: toolsFolder,
    env: environmentForOthers(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [tree.first.stdout, tree.first.stderr])
    stream?.on("data", (bytes: Buffer) => (printed += bytes.toString()));
  const { code, signal } = await ended(tree, "npm");
  if (code !== 0)
    throw fail(`npm ended with ${exitCodeOf(code, signal)}\n${printed.trim()}`.trimEnd());
}
