/**
 * The app itself.
 *
 * Also `window.__FRAMEWORK__.app` when `build.withGlobalFramework` is true. Name and versions need
 * no flag.
 */
import type { Opened, Start } from "../contract/commands/app.ts";
import { FrameworkEvent, listen, type UnlistenFn } from "./event.ts";
import { invoke } from "./invoke.ts";
import { tolerant } from "./parts/window-handle.ts";

export type { Opened, Start } from "../contract/commands/app.ts";

/**
 * The app's name: `package.productName`. Needs no flag.
 *
 * @example
 * document.title = await getName();
 */
export function getName(): Promise<string> {
  return invoke("app.getName", {});
}

/**
 * The app's version: `package.version`. Needs no flag.
 *
 * @example
 * await getVersion(); // "1.4.0"
 */
export function getVersion(): Promise<string> {
  return invoke("app.getVersion", {});
}

/**
 * The version of the framework that built the app. Needs no flag.
 *
 * @example
 * console.log(`Made with framework ${await getFrameworkVersion()}`);
 */
export function getFrameworkVersion(): Promise<string> {
  return invoke("app.getFrameworkVersion", {});
}

/**
 * Shows the app after {@link hide}. Needs `framework.allowlist.app.show`.
 *
 * - Linux, Windows: has no effect, with one warning in the log; show the windows instead.
 *
 * @example
 * await show();
 */
export function show(): Promise<void> {
  return invoke("app.show", {});
}

/**
 * Hides the app with all its windows. Needs `framework.allowlist.app.hide`.
 *
 * - Linux, Windows: has no effect, with one warning in the log; hide the windows instead.
 *
 * @example
 * await hide();
 */
export function hide(): Promise<void> {
  return invoke("app.hide", {});
}

/**
 * The start of the app, with the files and addresses that its user wants to open. The files have
 * joined the filesystem and asset scopes. Needs `framework.allowlist.app.open`.
 *
 * - macOS: files that Finder passes belong to the start if they come in time; otherwise {@link
 *   onOpen} receives them.
 *
 * @example
 * const { files } = await getStart();
 * for (const file of files) show(await readTextFile(file));
 */
export function getStart(): Promise<Start> {
  return invoke("app.getStart", {});
}

/**
 * Calls back for everything that the user opens with the app after its start, including openings
 * without a listening page: those go to the first page that listens. The files have joined the
 * filesystem and asset scopes. An address is untrusted data, because any web page can make the
 * browser open one.
 *
 * Resolves, once no opening can be missed any more, with the function that removes the handler.
 * Needs `framework.allowlist.app.open`.
 *
 * @example
 * const unlisten = await onOpen(({ files, urls }) => showAll(files, urls));
 */
export async function onOpen(handler: (opened: Opened) => void): Promise<UnlistenFn> {
  const unlisten = await listen<Opened>(FrameworkEvent.OPEN, ({ payload }) => handler(payload));
  try {
    // As for events: the error of a handler is the page's, and loses no other opening.
    for (const opened of await invoke("app.takeOpened", {})) void tolerant(() => handler(opened));
  } catch (error) {
    unlisten();
    throw error;
  }
  return unlisten;
}
