import type * as WindowModule from "../../src/api/window.ts";
import type { AuthorConfig } from "./config.ts";
import {
  startInMemory,
  type MemoryApp,
  type MemoryAppOptions,
  type MemoryPage,
} from "./app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";

export type WindowApi = typeof WindowModule;

export interface WindowApp extends Disposable {
  readonly app: MemoryApp;
  /** `framework/api/window` as the page of a window sees it. */
  readonly api: WindowApi;
  pageOf(window: string): { readonly page: MemoryPage; readonly api: WindowApi };
  /** Waits until all calls but those that wait for events are answered. */
  quiet(): Promise<void>;
}

/** An app whose pages use the real window module on the memory platform. */
export async function startWindowApp({
  windows = [{}],
  ...options
}: MemoryAppOptions & {
  readonly windows?: NonNullable<AuthorConfig["framework"]>["windows"];
} = {}): Promise<WindowApp> {
  const app = await startInMemory({
    allow: ["window.all"],
    ...options,
    config: { build: { withGlobalFramework: true }, framework: { windows } } as AuthorConfig,
  });
  const apiOf = (page: MemoryPage): WindowApi => {
    if (page.global === undefined) throw new Error("The page has no window.__FRAMEWORK__");
    return page.global["window"] as unknown as WindowApi;
  };
  return {
    app,
    api: apiOf(app.page),
    pageOf(window) {
      const page = app.pageOf(window);
      return { page, api: apiOf(page) };
    },
    async quiet() {
      await waitFor(
        "all calls to be answered",
        () => app.platform.held === app.services.events.readers,
      );
    },
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}
