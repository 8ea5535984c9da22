import type { Address } from "../../ffi/signature.ts";
import { HResultError, S_OK } from "../com/hresult.ts";
import { lend, serve } from "../com/server.ts";
import { completedHandlers, eventHandlers } from "../lib/webview2-handlers.ts";

type EventName = keyof typeof eventHandlers;
type CompletedName = keyof typeof completedHandlers;

/**
 * Registers `run` for each event, with its arguments. The view or environment holds the handler
 * during its life.
 */
export function onEvent(
  name: EventName,
  add: (handler: Address, token: BigInt64Array) => unknown,
  run: (args: Address) => void,
): void {
  const handler = serve([eventHandlers[name]], {
    Invoke: (_sender, args) => {
      // A failing runtime must not end the app.
      if (args !== null) tolerate(name, () => run(args));
      return S_OK;
    },
  });
  lend(handler, () => add(handler, new BigInt64Array(new ArrayBuffer(8))));
}

/**
 * Begins an asynchronous call; settles with its result, which is borrowed for the current turn
 * only.
 */
export function completion<T>(
  name: CompletedName,
  begin: (handler: Address) => unknown,
  take: (result: Address | null) => T,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const handler = serve([completedHandlers[name]], {
    Invoke: (code, result) => {
      try {
        if (code < 0) throw new HResultError(name, code);
        resolve(take(result));
      } catch (error) {
        reject(error as Error);
      }
      return S_OK;
    },
  });
  try {
    lend(handler, begin);
  } catch (error) {
    reject(error as Error);
  }
  return promise;
}

/**
 * Makes a call that the engine may refuse, for example when its process has just ended, which
 * `ProcessFailed` reports: a window works without it.
 */
export function tolerate(what: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof HResultError)) throw error;
    process.stderr.write(`framework: WebView2 refused ${what}: ${error.message}\n`);
  }
}
