import { limits } from "../../contract/limits.ts";
import { TooLarge } from "./body-pieces.ts";
import { bodyBudget } from "./body-budget.ts";
import type { RequestView } from "./page-view.ts";

/** A call that came with a body, until it is answered. */
export interface CallWithBody {
  /** The page that is charged for the body. */
  readonly view: Pick<RequestView, "later">;
  readonly request: {
    /** @param announced its length, `NaN` when unknown @throws TooLarge */
    readBody(announced: number, limit: number): Promise<Uint8Array>;
  };
  /** The budget of its body, from the start of reading. */
  bytes: number;
}

/** The steps of such a call. */
export interface BodySteps {
  /** Whether it still waits: its window may be closed. */
  readonly isWanted: () => boolean;
  readonly take: (body: Uint8Array) => void;
  readonly refuse: (status: number, reason: string) => void;
}

/**
 * Reads the body of a call when it fits the budget.
 *
 * @param length the length header of the request; `null`: none
 */
export function readCallBody(
  call: CallWithBody,
  length: string | null,
  { isWanted, take, refuse }: BodySteps,
): void {
  const announced = Number(length ?? Number.NaN);
  // Reading detects a body that is too large, or of unknown length.
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
