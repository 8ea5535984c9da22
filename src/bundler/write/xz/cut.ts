import { slice, type Source } from "../source.ts";

/** A part of bytes, and its offset in them. */
export interface Piece {
  readonly start: number;
  readonly bytes: Source;
}

/** Cuts bytes at offsets. */
export function cut(bytes: Source, places: readonly number[]): Piece[] {
  const starts = [0, ...places];
  return starts
    .map((start, index) => ({ start, bytes: slice(bytes, start, starts[index + 1]) }))
    .filter((piece) => piece.bytes.length > 0);
}

/**
 * The cuts of content that is packed in pieces. Each piece is smaller than the previous one, down
 * to nine parts where the first has eleven: the packer of the last one then has time for other work
 * while the rest is packed.
 *
 * @param grain each piece begins at a multiple of it, from `start`
 */
export function pieceStarts(start: number, end: number, count: number, grain = 1): number[] {
  return Array.from({ length: count - 1 }, (_, index) => {
    const pieces = index + 1;
    const share = pieces / count + (0.1 / count) * (pieces - (pieces * (pieces - 1)) / (count - 1));
    return start + Math.round(((end - start) * share) / grain) * grain;
  });
}
