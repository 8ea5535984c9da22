import { limits } from "../../contract/limits.ts";

interface Waiting {
  readonly bytes: number;
  readonly read: () => void;
}

// By page: what the bodies of its calls take that were read and have no answer yet.
const taken = new Map<object, number>();
const waiting = new Map<object, Waiting[]>();

/**
 * Runs `read` when there is room for a body: at once, unless others of its page take all there is.
 */
export function reserveBody(page: object, bytes: number, read: () => void): void {
  const queue = waiting.get(page);
  if (queue !== undefined) queue.push({ bytes, read });
  else if (fits(page, bytes)) begin(page, { bytes, read });
  else waiting.set(page, [{ bytes, read }]);
}

/** A call whose body was read has its answer, or needs none any more. */
export function releaseBody(page: object, bytes: number): void {
  if (bytes === 0) return;
  const left = (taken.get(page) ?? 0) - bytes;
  if (left > 0) taken.set(page, left);
  else taken.delete(page);
  for (let next = waiting.get(page)?.[0]; next !== undefined; next = waiting.get(page)?.[0]) {
    if (!fits(page, next.bytes)) return;
    waiting.get(page)?.shift();
    begin(page, next);
  }
  waiting.delete(page);
}

/** A page has gone, and with it what waits. */
export function forgetReservations(page: object): void {
  waiting.delete(page);
}

/** One alone always does: no body is larger than the room for all. */
function fits(page: object, bytes: number): boolean {
  const now = taken.get(page) ?? 0;
  return now === 0 || now + bytes <= limits.bodiesInFlight.most;
}

function begin(page: object, { bytes, read }: Waiting): void {
  taken.set(page, (taken.get(page) ?? 0) + bytes);
  read();
}
