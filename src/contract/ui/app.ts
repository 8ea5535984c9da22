import type { EngineTraits } from "./engine-traits.ts";

/** What the ui thread needs to know of the app before it can open a window. */
export interface AppIdentity {
  /** Shown by the window manager and in dialogs without a title. */
  readonly name: string;
  /** Reverse-domain identifier: the window class, and the name of its place on D-Bus. */
  readonly identifier: string;
  /** The file the app was started by, which is the runtime itself or a launcher of it. */
  readonly executable: string;
  /** Where the web engine keeps what pages store; `null`: in memory only. */
  readonly dataDirectory: string | null;
  readonly cacheDirectory: string | null;
  /** In development: the engine's profile for the project; `null`: a built app. */
  readonly profile: DevProfile | null;
  /** Schemes served by this app: `framework`, `asset`. */
  readonly schemes: readonly string[];
  /** In development: the address of a proxy that the engine makes its `http:` requests through. */
  readonly proxy: string | null;
  /**
   * What the engine's own program is started with, where it is one that takes arguments (WebView2):
   * it is one for all windows, and the first one that asks for some decides.
   */
  readonly browserArguments: string | null;
}

/**
 * What the engine keeps for one project in development. `dataDirectory` and `cacheDirectory` are in
 * it already.
 */
export interface DevProfile {
  readonly name: string;
  /**
   * The engine starts without the service workers it has: one that was left would answer in place
   * of the server.
   */
  readonly forgetsWorkers: boolean;
  /**
   * A page stays as it is when another app thread takes the place of the one before. Otherwise it
   * is loaded anew.
   */
  readonly keepsPages: boolean;
}

/**
 * So long own code has to say whether the app may end where something waits for it, in
 * milliseconds.
 */
export const exitPatience = 2000;

/** How an app appears among others on macOS: `framework.bundle.macOS.activationPolicy`. */
export type ActivationPolicy = "regular" | "accessory" | "prohibited";

export interface AppCalls {
  /**
   * The first call of an app thread; settles with what the web engine can do. Nothing can be shown
   * before it. Fails with `unavailable` where there is no display.
   *
   * In development an app thread may follow another one, with the same identity. What the old one
   * left is settled: dialogs go away, and the calls of pages are refused with the code `restarted`.
   * Its windows stay, and `window.create` with the label of one of them adopts it: it stays as the
   * user left it, and so does its page (`page.kept`), unless the profile says otherwise. Its next
   * documents get the new scripts.
   */
  "app.begin": (identity: AppIdentity) => EngineTraits;
  /**
   * The windows an app starts with are there. Those of an app thread before that were not adopted
   * are closed, except, where pages are kept, those that opened after its own `app.ready`; settles
   * with their labels.
   */
  "app.ready": (options: Readonly<Record<string, never>>) => readonly string[];
  /**
   * The icon of windows that have none of their own, from then on. A picture in a format the system
   * can read; fails with `bad-argument` when it is none.
   */
  "app.setIcon": (options: { readonly icon: Uint8Array }) => void;
  /**
   * Shows why the app has to end, in a dialog that belongs to no window; settles when it is closed.
   * Fails with `unavailable` where nothing can be shown.
   */
  "app.showError": (options: { readonly title: string; readonly text: string }) => void;
  /** Whether own code wants to be asked before the app ends; at first it does not. */
  "app.setAsksBeforeExit": (options: { readonly asks: boolean }) => void;
  /** Answers an `app.exitRequested`: whether the app may end. */
  "app.answerExit": (options: { readonly ends: boolean }) => void;
  /** Ends the loop, and with it the process, with this exit code. */
  "app.quit": (options: { readonly code: number }) => void;
  /** Shows or hides the whole app, as macOS can; elsewhere it says once that it does nothing. */
  "app.setVisible": (options: { readonly visible: boolean }) => void;
  /**
   * Changes how the app appears among others, on macOS; elsewhere it says once that it does
   * nothing.
   */
  "app.setActivationPolicy": (options: { readonly policy: ActivationPolicy }) => void;
}

export interface AppEvents {
  /** The user, or the end of the session, is about to end the app. Wants one `app.answerExit`. */
  "app.exitRequested": { readonly reason: "quit" | "session" };
  /** SIGTERM, SIGINT, SIGHUP or the end of the session. */
  "app.terminate": { readonly reason: string };
}
