/**
 * The page half: reports changes of files and folders.
 *
 * Needs `plugins.fs-watch.allowlist.watch`, and each path in `framework.allowlist.fs.scope` or
 * chosen by the user.
 */
import { listen, type UnlistenFn } from "framework/api/event";
import { invoke } from "framework/api/invoke";

export interface WatchOptions {
  /** Whether everything below a folder is watched. Default: its direct entries. */
  recursive?: boolean;
}

export interface DebouncedWatchOptions extends WatchOptions {
  /** Milliseconds without a further change of a path before the page is notified. Default: 2000. */
  delayMs?: number;
}

/** A path that has changed. */
export interface DebouncedEvent {
  /** `AnyContinuous`: it continues to change, and is reported again. */
  kind: "Any" | "AnyContinuous";
  path: string;
  /** More changes than could be reported: read the path, and everything below it, again. */
  rescan?: true;
}

/** One change, reported immediately. */
export interface RawEvent {
  /** `other`: see `attrs`. */
  type:
    | { create: { kind: "file" | "folder" | "any" } }
    | { modify: { kind: "any" } }
    | { remove: { kind: "any" } }
    | "other";
  paths: string[];
  /**
   * `flag: "rescan"`: more changes than could be reported, so read the paths, and everything below
   * them, again.
   */
  attrs: { flag?: "rescan" };
}

/**
 * Calls back with the changes, after a pause. Returns a function that ends it; it also ends with
 * the page.
 *
 * @example
 * const show = (events: DebouncedEvent[]) => console.log(events.map(({ path }) => path));
 * const stop = await watch("/home/ada/notes", show, { recursive: true });
 */
export function watch(
  paths: string | string[],
  handler: (events: DebouncedEvent[]) => void,
  { recursive = false, delayMs = 2000 }: DebouncedWatchOptions = {},
): Promise<UnlistenFn> {
  return start("debounced", paths, { recursive, delayMs }, handler);
}

/** Calls back with each change. Returns a function that ends it; it also ends with the page. */
export function watchImmediate(
  paths: string | string[],
  handler: (event: RawEvent) => void,
  { recursive = false }: WatchOptions = {},
): Promise<UnlistenFn> {
  return start("raw", paths, { recursive, delayMs: null }, handler);
}

let lastId = 0;

async function start<Payload>(
  kind: "debounced" | "raw",
  paths: string | string[],
  options: { recursive: boolean; delayMs: number | null },
  handler: (payload: Payload) => void,
): Promise<UnlistenFn> {
  const id = ++lastId;
  const unlisten = await listen<Payload>(`watcher://${kind}-event/${id}`, ({ payload }) =>
    handler(payload),
  );
  try {
    await invoke("plugin:fs-watch|watch" as string, { id, paths: [paths].flat(), options });
  } catch (error) {
    unlisten();
    throw error;
  }
  return () => {
    unlisten();
    // The page may be closing, and its watches with it.
    invoke("plugin:fs-watch|unwatch" as string, { id }).catch(() => {});
  };
}
