import type { MessagePort } from "node:worker_threads";
import type { Waker } from "../../src/native/wake.ts";
import type { Event, Header, ViewSettings } from "./protocol.ts";
import type { SchemeRequest } from "./schemes.ts";
import type { ViewCommand } from "./view.ts";

// The messages between the thread of the toolkit and the thread of the connections. Views have
// numbers here that are unique across hosts.

export interface LineData {
  /** The connections' end; each message on it is followed by a wake. */
  readonly port: MessagePort;
  readonly waker: Waker;
}

export type FromLine =
  | {
      readonly kind: "open";
      readonly id: number;
      /** The host's number for it. */
      readonly number: number;
      readonly settings: ViewSettings;
      readonly proxy: string;
      /** The number of reasons to hold the view's requests: one `Int32`. */
      readonly held: SharedArrayBuffer;
    }
  | { readonly kind: "command"; readonly id: number; readonly command: ViewCommand }
  | { readonly kind: "close"; readonly id: number }
  | {
      readonly kind: "answerScheme";
      readonly scheme: number;
      readonly status: number;
      readonly reason: string;
      readonly headers: readonly Header[];
    }
  | { readonly kind: "refuseScheme"; readonly scheme: number };

export type ToLine =
  | {
      readonly kind: "event";
      readonly id: number;
      readonly event: Event;
      readonly bytes?: Uint8Array;
    }
  | { readonly kind: "allow"; readonly id: number; readonly url: string }
  | { readonly kind: "release"; readonly id: number }
  | { readonly kind: "drop"; readonly id: number }
  | { readonly kind: "scheme"; readonly id: number; readonly request: SchemeRequest };
