import type { AppIdentity, UiEventName, UiEvents } from "../../contract/ui/index.ts";
import type { Platform } from "../platform.ts";

/** The app that every stage shows. */
export const stageApp: AppIdentity = {
  name: "Conformance",
  identifier: "org.example.conformance",
  executable: process.execPath,
  dataDirectory: null,
  cacheDirectory: null,
  profile: null,
  schemes: ["framework", "asset"],
  proxy: null,
  browserArguments: null,
};

/** An event that the platform reported. */
export type Emitted = {
  [E in UiEventName]: { readonly event: E; readonly payload: UiEvents[E] };
}[UiEventName];

/** A running platform, a simulated user of its windows, and pages that send calls. */
export interface Stage {
  readonly platform: Platform;
  /** All reports so far, in order. */
  readonly emitted: readonly Emitted[];
  /** An address of one of the app's schemes. Its document is empty. */
  readonly page: string;
  /** The origin of another of the app's schemes. */
  readonly otherOrigin: string;
  /** Waits until `look` returns something. */
  until<T>(what: string, look: () => T | undefined): Promise<T>;

  /** Whether a dialog is on the screen. */
  isShown(dialog: number): boolean;
  pressButton(dialog: number, button: number): void;
  /** Presses the close box of a dialog. */
  closeDialog(dialog: number): void;
  /** Chooses this path, or all of these when `folder` holds no others, and accepts. */
  chooseFiles(dialog: number, paths: readonly string[]): void;
  /** Presses the close button of a window. */
  closeWindow(label: string): void;

  /** Posts a message from the window's page, with its key; settles with the answer. */
  send(label: string, text: string): Promise<string>;
  /**
   * Requests an address from the window's page: as a call with this body, or as any other request
   * without one.
   */
  request(
    label: string,
    url: string,
    body?: Uint8Array,
  ): Promise<{ status: number; type: string; text: string }>;
  /**
   * Shows an empty document of one of the app's schemes in a frame of the page; settles with the
   * frame's posts to the page.
   */
  showFrame(label: string, url: string): Promise<readonly string[]>;
  reload(label: string): void;
  /** Sets the answer to later messages of pages. `null`: none. */
  answerMessages(answer: ((text: string) => string) | null): void;
  /** A folder that holds only `a.txt` and `b.txt`. */
  readonly folder: string;
  /** The number of dialogs, messages and requests that the platform still holds. */
  held(): number;
}

export interface ConformanceCase {
  /** The fact that holds when it passes. */
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
}
