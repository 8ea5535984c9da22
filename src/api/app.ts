/**
 * The app itself.
 *
 * Also `window.__FRAMEWORK__.app` when `build.withGlobalFramework` is true. Name and versions need no flag.
 */
import { invoke } from "./invoke.ts";

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
 * The version of the framework that the app was made with. Needs no flag.
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
 * - Linux, Windows: does nothing, and says so once in the log; show the windows instead.
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
 * - Linux, Windows: does nothing, and says so once in the log; hide the windows instead.
 *
 * @example
 * await hide();
 */
export function hide(): Promise<void> {
  return invoke("app.hide", {});
}
