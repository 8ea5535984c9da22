/**
 * Copies the attributes of one open file to another, beside content, owner and mode: access lists,
 * extended attributes. Both are file descriptors of `node:fs`. `false`: an attribute cannot be
 * copied.
 */
export type KeepAttributes = (from: number, to: number) => boolean;
