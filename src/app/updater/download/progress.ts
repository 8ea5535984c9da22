import type { UpdateProgress } from "../../../contract/commands/updater.ts";

/** Gets the number of bytes so far, and the total. `null`: the total is unknown. */
export type Reached = (length: number, of: number | null) => void;

/**
 * Reports progress in pieces, and counts bytes that come twice once: after a broken connection, or
 * if the parts could not be used. So the sum of the reports is never more than the whole.
 */
export function inPieces(tell: (progress: UpdateProgress) => void): Reached {
  let highest = 0;
  return (length, contentLength) => {
    if (length <= highest) return;
    tell({ chunkLength: length - highest, contentLength });
    highest = length;
  };
}
