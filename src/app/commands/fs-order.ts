import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { CommandContext } from "../calls/context.ts";
import type { Locks } from "../calls/lock-table.ts";
import { during } from "../paths/path-problem.ts";
import { whilePage } from "../scope/open/open-handle.ts";
import { parsePath, type AbsolutePath } from "../scope/path/absolute-path.ts";
import { comparable } from "../scope/path/letter-case.ts";
import type { RealPath } from "../scope/path/real-path.ts";
import { wholePath } from "./fs-path.ts";

type Options = { readonly dir?: BaseDirectoryName | null | undefined } | null | undefined;

/** A change of files or folders, as a page asks for it. */
interface Change {
  /** For the error, before the first path: `write`. */
  readonly action: string;
  readonly paths: readonly [string, ...string[]];
  readonly options: Options;
}

/** No page ends a change. */
const endless = new AbortController().signal;

/**
 * Changes files and folders in the order of the calls, if they concern the same paths. A change
 * locks its own paths exclusively, and shares the parent folders: removing or renaming a folder
 * waits for the changes in it, and later ones wait for that.
 *
 * A change is made also when its page goes away, which then gets no answer: a page saves when it is
 * closed, and what is half done would mix with later changes. The end of the app waits for it.
 *
 * @param change gets a context whose signal never aborts
 */
export function changeInOrder<Result>(
  { action, paths, options }: Change,
  context: CommandContext,
  change: (context: CommandContext) => Result | Promise<Result>,
): Promise<Result> {
  const { locks, exit } = context.services;
  const changing = locks.run(locksOf(paths, options, context), () =>
    change({ ...context, signal: endless }),
  );
  exit.waitFor(changing);
  return during(action, paths[0], () => whilePage(context.signal, changing));
}

/**
 * Waits for the changes of a path that were asked for before: a read that follows a save finds what
 * was saved. No change waits for a read, which may take long.
 */
export function afterChanges(
  path: string,
  options: Options,
  context: CommandContext,
): Promise<void> {
  const settled = context.services.locks.settled(() => locksOf([path], options, context));
  return whilePage(context.signal, settled);
}

function locksOf(paths: readonly string[], options: Options, context: CommandContext): Locks {
  const { system } = context.services.fsScope;
  const exclusive = new Set<string>();
  const shared = new Set<string>();
  for (const path of paths) {
    for (const spelling of spellings(path, options, context)) {
      const { names } = spelling;
      // Two hard links are one file.
      if ("found" in spelling && spelling.found.kind === "file")
        exclusive.add(spelling.found.identity);
      let place = "";
      const above: string[] = [];
      for (const name of names) {
        if (place !== "") above.push(place);
        place += `/${comparable(name, system)}`;
      }
      exclusive.add(place);
      for (const folder of above) shared.add(folder);
    }
  }
  return { exclusive: [...exclusive], shared: [...shared] };
}

/**
 * A path as it was given and with its links followed; for a link itself also its target. A path
 * that cannot be resolved yet has the first form only: an earlier change may create its folder.
 */
function spellings(
  path: string,
  options: Options,
  context: CommandContext,
): readonly (AbsolutePath | RealPath)[] {
  const found: (AbsolutePath | RealPath)[] = [];
  try {
    const whole = wholePath(path, options, context);
    const { fsScope } = context.services;
    const { window } = context.sender;
    found.push(parsePath(whole, fsScope.system));
    const place = fsScope.checkPlace(whole, window);
    found.push(place);
    if (place.found.kind === "link") found.push(fsScope.check(whole, window));
  } catch {
    // The change itself reports the error, in its turn.
  }
  return found;
}
