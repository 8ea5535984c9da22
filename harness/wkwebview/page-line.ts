import type { Address } from "../../src/native/ffi/signature.ts";
import { HostLine } from "../pages/host-line.ts";
import type { Command, Event } from "../pages/protocol.ts";
import { addressOfWake, soon, watchWakes } from "../objective-c/loop.ts";
import { note } from "../objective-c/violations.ts";

type ViewEvent = Extract<Event, { readonly view: number }>;

/** A view as the receiver of its page's events. */
export interface PageReceiver {
  receive(event: ViewEvent, bytes: Uint8Array): void;
}

let line: HostLine | null = null;
let lastNumber = 0;
const views = new Map<number, PageReceiver>();
// Events that do not name a view: the numbers of requests and scripts are never reused.
const requests = new Map<number, () => void>();
const scripts = new Map<number, (json: string | null) => void>();

/** Connects the stand-in's web views to the program that shows their pages. */
export async function openPageLine(port: number): Promise<void> {
  line = await HostLine.open(port, {
    openWaker: (take) => ({
      address: addressOfWake() as Address,
      signature: "iL>i",
      args: [watchWakes(take), 1],
    }),
    // Each in a turn of its own, as WebKit's messages between processes.
    receive: (event, bytes) => soon(() => receive(event, bytes)),
    failed: (what) => void note(`The program that shows pages: ${what}`),
  });
}

function receive(event: Exclude<Event, { readonly tells: "failed" }>, bytes: Uint8Array): void {
  if (event.tells === "gone") requests.get(event.request)?.();
  else if (event.tells === "evaluated") {
    const ended = scripts.get(event.call);
    scripts.delete(event.call);
    ended?.(event.json);
  } else if ("view" in event) views.get(event.view)?.receive(event, bytes);
}

export function sendToPages(command: Command, bytes?: Uint8Array): void {
  if (line === null)
    throw new Error("Cannot show a page: the program that shows pages is not connected");
  line.send(command, bytes);
}

export const newNumber = (): number => ++lastNumber;

/** A view's number, by which its page is known, until it is closed. */
export function addView(view: PageReceiver): number {
  const number = newNumber();
  views.set(number, view);
  return number;
}

export function dropView(number: number): void {
  views.delete(number);
  sendToPages({ do: "close", view: number });
}

/** Runs `gone` when the page wants no answer to a request any more. */
export function whenGone(request: number, gone: () => void): void {
  requests.set(request, gone);
}

export function forgetRequest(request: number): void {
  requests.delete(request);
}

/** The number of a script that a page is to run. `ended` gets its result, as JSON. */
export function newScript(ended: (json: string | null) => void): number {
  const number = newNumber();
  scripts.set(number, ended);
  return number;
}

export const takeScript = (number: number): void => void scripts.delete(number);
