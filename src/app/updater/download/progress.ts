import type { UpdateProgress } from "../../../contract/commands/updater.ts";

/** Is told how many bytes have come so far, and of how many; `null`: nobody knows. */
export type Reached = (length: number, of: number | null) => void;

/**
 * Tells of what has come in pieces, and of what comes twice once: when a connection broke, or parts
 * would not do. Who adds them up never gets more than the whole.
 */
export function inPieces(tell: (progress: UpdateProgress) => void): Reached {
  let highest = 0;
  return (length, contentLength) => {
    if (length <= highest) return;
    tell({ chunkLength: length - highest, contentLength });
    highest = length;
  };
}
