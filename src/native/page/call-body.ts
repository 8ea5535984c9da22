import { limits } from "../../contract/limits.ts";
import { TooLarge } from "./body-pieces.ts";
import { bodyBudget } from "./body-budget.ts";
import type { RequestView } from "./page-view.ts";

/** A call that came with a body, until it is answered. */
export interface CallWithBody {
  /** The page whose memory the body takes. */
  readonly view: Pick<RequestView, "later">;
  readonly request: {
    /** @param announced its length, `NaN` when it is not known @throws TooLarge */
    readBody(announced: number, limit: number): Promise<Uint8Array>;
  };
  /** What its body takes, from when it is read on. */
  bytes: number;
}

/** What becomes of such a call. */
export interface BodySteps {
  /** Whether it still waits: its window may have gone. */
  readonly isWanted: () => boolean;
  readonly take: (body: Uint8Array) => void;
  readonly refuse: (status: number, reason: string) => void;
}

/**
 * Reads the body of a call when the budget has room for it.
 *
 * @param length what the request says of its length; `null`: nothing
 */
export function readCallBody(
  call: CallWithBody,
  length: string | null,
  { isWanted, take, refuse }: BodySteps,
): void {
  const announced = Number(length ?? Number.NaN);
  // What is too large, or of an unknown length, is found out by reading.
  const isCounted = announced <= limits.body.most;
  const bytes = isCounted ? announced : 0;
  const read = async (): Promise<void> => {
    if (!isWanted()) return bodyBudget.release(call.view, bytes);
    call.bytes = bytes;
    try {
      take(await call.request.readBody(announced, limits.body.most));
    } catch (error) {
      refuse(
        error instanceof TooLarge ? 413 : 400,
        error instanceof Error ? error.message : String(error),
      );
    }
  };
  if (isCounted) bodyBudget.reserve(call.view, bytes, () => void read());
  else void read();
}
