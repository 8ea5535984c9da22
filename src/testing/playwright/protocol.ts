// The small part of the DevTools protocol that Playwright's client needs to drive a page.
// Determined by attaching it and recording its requests; its sources:
// packages/playwright-core/src/server/chromium of github.com/microsoft/playwright.

export interface Request {
  readonly id: number;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly sessionId?: string;
}

export type Message =
  | { readonly id: number; readonly sessionId?: string; readonly result: unknown }
  | {
      readonly id: number;
      readonly sessionId?: string;
      readonly error: { readonly message: string };
    }
  | { readonly method: string; readonly params: unknown; readonly sessionId?: string };

/** As `ConnectOverCDPTransport` of `playwright-core`. */
export interface Transport {
  send(message: object): void;
  close(): void;
  onmessage?: (message: object) => void;
  onclose?: (reason?: string) => void;
}

/** The implementation of a method. Rejects with an error for Playwright. */
export type Method = (params: never) => unknown;

/** Methods for features that an app's window does not need. */
export const ignored: ReadonlySet<string> = new Set([
  "Browser.setDownloadBehavior",
  "Emulation.setEmulatedMedia",
  "Emulation.setFocusEmulationEnabled",
  "Emulation.setGeolocationOverride",
  "Fetch.disable",
  "HeapProfiler.collectGarbage",
  "Inspector.enable",
  "Log.enable",
  "Network.enable",
  "Network.setCacheDisabled",
  "Page.enable",
  "Page.setFontFamilies",
  "Page.setLifecycleEventsEnabled",
  "Runtime.runIfWaitingForDebugger",
  "Runtime.addBinding",
  "Target.setAutoAttach",
]);
