/**
 * The basis of the other modules: calls of commands, addresses of files, and whether there is an
 * app at all.
 *
 * Also `window.__FRAMEWORK__.framework` when `build.withGlobalFramework` is true. Needs no flag.
 */
import type * as all from "./index.ts";
import type { Listener } from "./parts/event-emitter.ts";
import { page } from "./parts/page.ts";

export { convertFileSrc } from "./parts/asset.ts";
export { invoke } from "./invoke.ts";

declare global {
  interface Window {
    /**
     * Present with `build.withGlobalFramework`; {@link isFramework} also detects an app without it.
     */
    readonly __FRAMEWORK__?: typeof all;
  }
}

/** The arguments of a command, by name. */
export type InvokeArgs = Record<string, unknown>;

/**
 * Whether this page is open in an app and may call it. Needs no flag, and no
 * `build.withGlobalFramework`. False when pages are rendered without a browser.
 *
 * @example
 * if (isFramework()) await message("Hello from the app");
 * else alert("Hello from the browser");
 */
export function isFramework(): boolean {
  return page()?.__FRAMEWORK_BRIDGE__ !== undefined;
}

/**
 * Makes a function of the page callable by a number: as `window["_" + number]`, until the page is
 * left. Calls of the framework's own need none; this is for code with its own way of calling. Needs
 * no flag.
 *
 * @param callback receives the argument of the call
 * @param once whether it is removed after the first call
 *
 * @example
 * const id = transformCallback((answer) => console.log(answer), true);
 */
export function transformCallback(callback?: Listener<[response: unknown]>, once = false): number {
  // Not counted from 1: a page may contain this module twice, in its bundle and as
  // `window.__FRAMEWORK__`.
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  const name = `_${id}`;
  const run = (response: unknown): void => {
    if (once) Reflect.deleteProperty(window, name);
    callback?.(response);
  };
  Object.defineProperty(window, name, { value: run, configurable: true });
  return id;
}
