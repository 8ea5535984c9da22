/** A file to publish: one on this machine, or a text. */
export type Content = { readonly file: string } | { readonly text: string };

/**
 * A place that serves files. Paths have two kinds: `releases/<version>/<file>`, which never change,
 * and those of feeds.
 */
export interface Destination {
  /** For people. */
  readonly name: string;
  /** A text that was published before; `null`: there is none of that path. */
  read(path: string): Promise<string | null>;
  /** Puts a file there, in place of one that has its path. */
  put(path: string, content: Content): Promise<void>;
  /** The address in a feed for a file at another path. */
  link(feed: string, path: string): string;
}

/** `releases/1.2.0/notes_1.2.0_amd64.deb` */
export function releasePath(version: string, file: string): string {
  return `releases/${version}/${file}`;
}

/** The address of a path as a feed at another path names it: `../releases/1.2.0/notes.deb`. */
export function relativeLink(feed: string, path: string): string {
  const up = "../".repeat(feed.split("/").length - 1);
  return up + path.split("/").map(encodeURIComponent).join("/");
}
