import { limits } from "../../contract/limits.ts";
import type { RequestView } from "./page-view.ts";

// The number of files that are sent to a page in pieces; more of them wait.

const running = new Map<RequestView, number>();
const waiting = new Map<RequestView, (() => void)[]>();

/** Whether a view may get another stream. */
export function hasFreeStream(view: RequestView): boolean {
  const open = (running.get(view) ?? 0) + (waiting.get(view)?.length ?? 0);
  return open < limits.openStreams.most;
}

/** Runs `start` when the view may get another stream: at once, unless it is at its limit. */
export function acquireStream(view: RequestView, start: () => void): void {
  if ((running.get(view) ?? 0) < limits.streamsAtOnce.most) begin(view, start);
  else waiting.set(view, [...(waiting.get(view) ?? []), start]);
}

/** A stream has ended. */
export function releaseStream(view: RequestView): void {
  const left = (running.get(view) ?? 1) - 1;
  const [next, ...later] = waiting.get(view) ?? [];
  if (left > 0) running.set(view, left);
  else running.delete(view);
  if (later.length > 0) waiting.set(view, later);
  else waiting.delete(view);
  if (next !== undefined) begin(view, next);
}

function begin(view: RequestView, start: () => void): void {
  running.set(view, (running.get(view) ?? 0) + 1);
  start();
}
