import { limits } from "../../../contract/limits.ts";
import type { PageView } from "./page-view.ts";

interface Waiting {
  readonly bytes: number;
  readonly read: () => void;
}

// By view: what the bodies of its calls take that were read and have no answer yet.
const taken = new Map<PageView, number>();
const waiting = new Map<PageView, Waiting[]>();

/** Runs `read` when there is room for a body: at once, unless others of its page take all there is. */
export function whenThereIsRoom(view: PageView, bytes: number, read: () => void): void {
  const queue = waiting.get(view);
  if (queue !== undefined) queue.push({ bytes, read });
  else if (fits(view, bytes)) begin(view, { bytes, read });
  else waiting.set(view, [{ bytes, read }]);
}

/** A call whose body was read has its answer, or needs none any more. */
export function giveRoom(view: PageView, bytes: number): void {
  if (bytes === 0) return;
  const left = (taken.get(view) ?? 0) - bytes;
  if (left > 0) taken.set(view, left);
  else taken.delete(view);
  for (let next = waiting.get(view)?.[0]; next !== undefined; next = waiting.get(view)?.[0]) {
    if (!fits(view, next.bytes)) return;
    waiting.get(view)?.shift();
    begin(view, next);
  }
  waiting.delete(view);
}

/** A page has gone, and with it what waits. */
export function forgetWaiting(view: PageView): void {
  waiting.delete(view);
}

/** One alone always does: no body is larger than the room for all. */
function fits(view: PageView, bytes: number): boolean {
  const now = taken.get(view) ?? 0;
  return now === 0 || now + bytes <= limits.bodiesInFlight.most;
}

function begin(view: PageView, { bytes, read }: Waiting): void {
  taken.set(view, (taken.get(view) ?? 0) + bytes);
  read();
}
