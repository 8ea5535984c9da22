import type * as api from "../../src/api/index.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "./app/memory-app.ts";

/** A memory app, and the public API as its page has it. */
export interface ApiApp extends Disposable {
  readonly app: MemoryApp;
  readonly api: typeof api;
}

export async function startWithApi(options: MemoryAppOptions): Promise<ApiApp> {
  const { config } = options;
  const app = await startInMemory({
    ...options,
    config: { ...config, build: { ...config?.build, withGlobalFramework: true } },
  });
  return {
    app,
    api: app.page.global as unknown as typeof api,
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}

/** `code: message` of what a promise rejects with; whatever it resolves with is a failure. */
export async function rejection(promise: Promise<unknown>): Promise<string> {
  let result: unknown;
  try {
    result = await promise;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === undefined ? message : `${code}: ${message}`;
  }
  throw new Error(`It resolved, with ${JSON.stringify(result)}`);
}
