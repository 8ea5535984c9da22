/** Cuts bytes at places in them. */
export function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const borders = [0, ...places, bytes.length];
  return borders
    .slice(1)
    .map((end, index) => bytes.subarray(borders[index], end))
    .filter(({ length }) => length > 0);
}
