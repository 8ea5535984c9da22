/**
 * Gives an open file what another one has beside its content, its owner and its mode: access lists,
 * extended attributes. Both are numbers of `node:fs`. `false`: something of it cannot be given.
 */
export type KeepAttributes = (from: number, to: number) => boolean;
