/**
 * For the tests of a front end that run without an app, in Vitest or another runner, with jsdom,
 * happy-dom or a browser: calls are answered by the test. Not for an app's own pages, and not in
 * `window.__FRAMEWORK__`.
 */
import type { Bridge } from "./invoke.ts";
import { mockSchemeHosts } from "./parts/asset.ts";

/**
 * Answers every call of the page: commands of the app, and those that the functions of the modules
 * run, by their names and arguments: `dialog.ask` with `{ message, options }`. What is returned, or
 * what a returned promise gives, is the result; what is thrown rejects the call as it is. Listening
 * to an event is the call `event.listen`; the mock delivers none. Needs no flag.
 *
 * @param answer gets the name of the command and its arguments
 *
 * @example
 * mockIPC((command, args) => (command === "add" ? Number(args.a) + Number(args.b) : undefined));
 * expect(await invoke("add", { a: 1, b: 2 })).toBe(3);
 */
export function mockIPC(answer: (command: string, args: Record<string, unknown>) => unknown): void {
  // Always later, as the app's answer: nothing may depend on a call that is answered at once.
  const call: Bridge["call"] = async (command, args) =>
    await answer(command, args as Record<string, unknown>);
  let lastId = 0;
  const listen: Bridge["listen"] = async (event, window, once) => {
    const id = ++lastId;
    await call("event.listen", { id, event, window, once }, false);
    return () => void call("event.unlisten", { id }, false).catch(() => undefined);
  };
  place(
    "__FRAMEWORK_BRIDGE__",
    Object.freeze({ call, listen, system: "linux", hosts: null }) satisfies Bridge,
  );
}

/**
 * Says which windows there are. To be called before `framework/api/window` is loaded, whose
 * `appWindow` is then the first of them. What the windows are asked is for {@link mockIPC} to
 * answer. Needs no flag.
 *
 * @param current the label of the window that the page is in
 * @param others the labels of all other windows
 *
 * @example
 * mockWindows("main", "settings");
 * const { getAll } = await import("framework/api/window");
 */
export function mockWindows(current: string, ...others: string[]): void {
  place("__FRAMEWORK_WINDOW__", { label: current, labels: [current, ...others] });
}

/**
 * Has `convertFileSrc` make the addresses of another system. Needs no flag.
 *
 * @param system `linux`, `macos` or `windows`
 * @param scheme on Windows: that of the addresses
 *
 * @example
 * mockConvertFileSrc("windows");
 * convertFileSrc("C:\\cat.png"); // "https://asset.localhost/C%3A%5Ccat.png"
 */
export function mockConvertFileSrc(system: string, scheme: "http" | "https" = "https"): void {
  mockSchemeHosts(system === "windows" ? scheme : null);
}

/**
 * Takes back what the other three functions did: after it, nobody answers calls. Needs no flag.
 *
 * @example
 * afterEach(() => clearMocks());
 */
export function clearMocks(): void {
  for (const name of mocked) Reflect.deleteProperty(window, name);
  mocked.clear();
  mockSchemeHosts(undefined);
}

const mocked = new Set<string>();

function place(name: "__FRAMEWORK_BRIDGE__" | "__FRAMEWORK_WINDOW__", value: unknown): void {
  if (name in window && !mocked.has(name))
    throw new Error(`Cannot mock "${name}": the page must not be open in an app`);
  Object.defineProperty(window, name, { value, configurable: true });
  mocked.add(name);
}
