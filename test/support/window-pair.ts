import type { PagesApp } from "./app/pages-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { windows, type XWindow } from "../../harness/x.ts";

export type WindowPair = ReturnType<typeof windowPair>;

/** The questions of tests to an app that has the windows "main" and "second". */
export function windowPair(shared: { readonly app: PagesApp }) {
  /**
   * Runs an expression of the window module in the page of "main"; `w` is its window, `m` the
   * module.
   */
  function run(expression: string, ...args: readonly unknown[]): Promise<unknown> {
    return shared.app
      .page()
      .run(
        `const m = __FRAMEWORK__.window; const w = m.appWindow; return await (${expression});`,
        ...args,
      );
  }

  async function find(label: string): Promise<XWindow | undefined> {
    return (await windows(shared.app.session)).find(({ title }) => title === label);
  }

  async function look(label: string = "main"): Promise<XWindow> {
    const known = await find(label);
    if (known === undefined) throw new Error(`Window "${label}" is not on the screen`);
    return known;
  }

  const area = async (): Promise<XWindow["area"]> => (await look()).area;

  /** Waits until the window is on the screen as it should be: the window manager takes its time. */
  const becomes = (
    what: string,
    check: (window: XWindow) => boolean,
    label: string = "main",
  ): Promise<unknown> =>
    waitFor(
      what,
      async () => {
        const window = await find(label);
        return window !== undefined && check(window);
      },
      { state: async () => JSON.stringify(await find(label)) },
    );
  return { shared, run, look, area, becomes };
}
