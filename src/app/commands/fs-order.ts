import type { BaseDirectoryName } from "../../contract/paths.ts";
import type { CommandContext } from "../calls/context.ts";
import { parsePath, type AbsolutePath } from "../scope/path/absolute-path.ts";
import { comparable } from "../scope/path/letter-case.ts";
import { wholePath } from "./fs-path.ts";

type Options = { readonly dir?: BaseDirectoryName | null | undefined } | null | undefined;

/**
 * Changes files and folders in the order of the calls, if they concern the same paths. A change
 * locks its own paths exclusively, and shares the parent folders: removing or renaming a folder
 * waits for the changes in it, and later ones wait for that. Reads wait for nothing.
 */
export function changeInOrder<Result>(
  paths: readonly string[],
  options: Options,
  context: CommandContext,
  change: () => Result | Promise<Result>,
): Promise<Result> {
  const { system } = context.services.fsScope;
  const exclusive = new Set<string>();
  const shared = new Set<string>();
  for (const path of paths) {
    for (const { names } of spellings(path, options, context)) {
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
  return context.services.locks.run({ exclusive: [...exclusive], shared: [...shared] }, change);
}

/**
 * A path as it was given and with its links followed; for a link itself also its target. A path
 * that cannot be resolved yet has the first form only: an earlier change may create its folder.
 */
function spellings(
  path: string,
  options: Options,
  context: CommandContext,
): readonly AbsolutePath[] {
  const found: AbsolutePath[] = [];
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
