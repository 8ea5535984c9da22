import { command, definePlugin, FrameworkError, type Plugin } from "framework/app";
import * as v from "valibot";
import { Changes } from "./changes.ts";
import { Place } from "./place.ts";

const id = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The maximum number of paths that a page may watch. */
const maxPaths = 256;

/**
 * Reports changes of files and folders within the filesystem scope to pages.
 *
 * @example
 * export default defineApp({ plugins: [fsWatch()] });
 */
export function fsWatch(): Plugin<"fs-watch", ReturnType<typeof commandsOf>> {
  return definePlugin({
    name: "fs-watch",
    commands: commandsOf(),
    flags: { watch: "watch", unwatch: "watch" },
    configSchema: v.strictObject({}),
  });
}

function commandsOf() {
  /** The watches of each page, by the page's own numbers. */
  const pages = new WeakMap<
    AbortSignal,
    Map<number, { readonly paths: number; readonly end: () => void }>
  >();
  return {
    watch: command(
      {
        args: v.object({
          id,
          paths: v.pipe(v.array(v.string()), v.minLength(1)),
          options: v.object({
            recursive: v.boolean(),
            /** `null`: each change at once. */
            delayMs: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0))), null),
          }),
        }),
      },
      ({ id, paths, options: { recursive, delayMs } }, { app, emit, signal, window }) => {
        const watches = pages.get(signal) ?? new Map<number, { paths: number; end: () => void }>();
        pages.set(signal, watches);
        if (watches.has(id)) throw misuse(paths, `this page has a watch with the number ${id}`);
        const taken = [...watches.values()].reduce((sum, each) => sum + each.paths, 0);
        if (taken + paths.length > maxPaths)
          throw misuse(paths, `a page may watch ${maxPaths} paths at once`);

        const check = (path: string): string => app.scope.check(path, { window, action: "watch" });
        const changes = new Changes(delayMs, {
          emit: (payload) =>
            emit(`watcher://${delayMs === null ? "raw" : "debounced"}-event/${id}`, payload),
          admits: (path) => admits(check, path),
        });
        const places: Place[] = [];
        const end = (): void => {
          watches.delete(id);
          signal.removeEventListener("abort", end);
          for (const place of places) place.close();
          changes.close();
        };
        try {
          for (const given of paths)
            places.push(
              new Place({ given, locate: () => check(given), isRecursive: recursive }, changes),
            );
        } catch (error) {
          end();
          throw error;
        }
        watches.set(id, { paths: paths.length, end });
        signal.addEventListener("abort", end, { once: true });
        if (signal.aborted) end();
      },
    ),
    unwatch: command({ args: v.object({ id }) }, ({ id: number }, { signal }) =>
      pages.get(signal)?.get(number)?.end(),
    ),
  };
}

function misuse(paths: readonly string[], reason: string): FrameworkError {
  return new FrameworkError("bad-argument", `Cannot watch "${paths[0]}": ${reason}`);
}

/**
 * Whether the page may see a path: a folder in the scope may contain excluded entries, and links
 * that lead out.
 */
function admits(check: (path: string) => string, path: string): boolean {
  try {
    check(path);
    return true;
  } catch {
    return false;
  }
}
