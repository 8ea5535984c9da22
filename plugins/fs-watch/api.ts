/**
 * The page half: hears what changes in files and folders.
 *
 * Needs `plugins.fs-watch.allowlist.watch`, and each path in `framework.allowlist.fs.scope` or
 * chosen by the user.
 */
import { listen, type UnlistenFn } from "framework/api/event";
import { invoke } from "framework/api/invoke";

export interface WatchOptions {
  /** Whether all that is below a folder is watched. Default: what is directly in it. */
  recursive?: boolean;
}

export interface DebouncedWatchOptions extends WatchOptions {
  /**
   * Milliseconds in which a path must not change again before the page hears of it. Default: 2000.
   */
  delayMs?: number;
}

/** A path that has changed. */
export interface DebouncedEvent {
  /** `AnyContinuous`: it goes on changing, and is reported again. */
  kind: "Any" | "AnyContinuous";
  path: string;
  /** More changed than could be told: look at the path, and at all below it, anew. */
  rescan?: true;
}

/** One change at the moment of it. */
export interface RawEvent {
  /** `other`: see `attrs`. */
  type:
    | { create: { kind: "file" | "folder" | "any" } }
    | { modify: { kind: "any" } }
    | { remove: { kind: "any" } }
    | "other";
  paths: string[];
  /**
   * `flag: "rescan"`: more changed than could be told, so look at the paths, and at all below them,
   * anew.
   */
  attrs: { flag?: "rescan" };
}

/**
 * Calls back with what has changed, once it is quiet. Returns what ends it; the page's end ends it
 * as well.
 *
 * @example const stop = await watch("/home/ada/notes", (events) => console.log(events.map(({ path
 * }) => path)), { recursive: true });
 */
export function watch(
  paths: string | string[],
  handler: (events: DebouncedEvent[]) => void,
  { recursive = false, delayMs = 2000 }: DebouncedWatchOptions = {},
): Promise<UnlistenFn> {
  return start("debounced", paths, { recursive, delayMs }, handler);
}

/** Calls back with each change. Returns what ends it; the page's end ends it as well. */
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
    // The page may be going, and its watches with it.
    invoke("plugin:fs-watch|unwatch" as string, { id }).catch(() => {});
  };
}
