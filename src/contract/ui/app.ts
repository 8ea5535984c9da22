import type { EngineTraits } from "./engine-traits.ts";

/** The facts about the app that the ui thread needs before it can open a window. */
export interface AppIdentity {
  /** Shown by the window manager and in dialogs without a title. */
  readonly name: string;
  /** Reverse-domain identifier: the window class, and the app's name on D-Bus. */
  readonly identifier: string;
  /** The file that started the app: the runtime itself, or a launcher of it. */
  readonly executable: string;
  /** The folder in which the web engine stores data of pages; `null`: in memory only. */
  readonly dataDirectory: string | null;
  readonly cacheDirectory: string | null;
  /** In development: the engine's profile for the project; `null`: a built app. */
  readonly profile: DevProfile | null;
  /** Schemes served by this app: `framework`, `asset`. */
  readonly schemes: readonly string[];
  /** In development: the address of a proxy for the engine's `http:` requests. */
  readonly proxy: string | null;
  /**
   * The arguments of the engine's own program, on engines that take some (WebView2): one process
   * serves all windows, and the arguments of the first window apply.
   */
  readonly browserArguments: string | null;
}

/**
 * The data that the engine keeps for one project in development. `dataDirectory` and
 * `cacheDirectory` are in it already.
 */
export interface DevProfile {
  readonly name: string;
  /**
   * The engine starts without its service workers: one left from before would answer in place of
   * the server.
   */
  readonly forgetsWorkers: boolean;
  /**
   * A page stays as it is when another app thread takes the place of the one before. Otherwise it
   * is loaded anew.
   */
  readonly keepsPages: boolean;
}

/** The time limit for own code to answer whether the app may end, in milliseconds. */
export const exitPatience = 2000;

/**
 * The app's presence in the Dock and the app switcher of macOS:
 * `framework.bundle.macOS.activationPolicy`.
 */
export type ActivationPolicy = "regular" | "accessory" | "prohibited";

export interface AppCalls {
  /**
   * The first call of an app thread; settles with the capabilities of the web engine. No window or
   * dialog can be shown before it. Fails with `unavailable` if there is no display.
   *
   * In development an app thread may replace another one, with the same identity. The old thread's
   * state is cleaned up: dialogs close, and the calls of pages fail with the code `restarted`. Its
   * windows stay, and `window.create` with the label of one of them adopts it: the window keeps its
   * state, and so does its page (`page.kept`), unless the profile disables that. Its next documents
   * get the new scripts.
   */
  "app.begin": (identity: AppIdentity) => EngineTraits;
  /**
   * The initial windows of the app are open. Windows of a previous app thread that were not adopted
   * are closed, except, if pages are kept, those that opened after its own `app.ready`; settles
   * with their labels.
   */
  "app.ready": (options: Readonly<Record<string, never>>) => readonly string[];
  /**
   * The icon of windows without one of their own, from then on. A picture in a format the system
   * can read; fails with `bad-argument` otherwise.
   */
  "app.setIcon": (options: { readonly icon: Uint8Array }) => void;
  /**
   * Shows why the app has to end, in a dialog that belongs to no window; settles when it is closed.
   * Fails with `unavailable` if nothing can be shown.
   */
  "app.showError": (options: { readonly title: string; readonly text: string }) => void;
  /** Whether own code takes part in the decision to end the app; initially it does not. */
  "app.setAsksBeforeExit": (options: { readonly asks: boolean }) => void;
  /** Answers an `app.exitRequested`: whether the app may end. */
  "app.answerExit": (options: { readonly ends: boolean }) => void;
  /** Ends the loop, and with it the process, with this exit code. */
  "app.quit": (options: { readonly code: number }) => void;
  /** Shows or hides the whole app on macOS; elsewhere it warns once that it has no effect. */
  "app.setVisible": (options: { readonly visible: boolean }) => void;
  /**
   * Changes the app's presence in the Dock and the app switcher, on macOS; elsewhere it warns once
   * that it has no effect.
   */
  "app.setActivationPolicy": (options: { readonly policy: ActivationPolicy }) => void;
}

export interface AppEvents {
  /**
   * The user, or the end of the session, is about to end the app. Requires one `app.answerExit`.
   */
  "app.exitRequested": { readonly reason: "quit" | "session" };
  /** SIGTERM, SIGINT, SIGHUP or the end of the session. */
  "app.terminate": { readonly reason: string };
}
