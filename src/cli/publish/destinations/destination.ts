/** A file to publish: one on this machine, or a text. */
export type Content = { readonly file: string } | { readonly text: string };

/**
 * A place that serves files. There are two kinds of paths: `releases/<version>/<file>`, whose
 * content never changes, and the paths of feeds.
 */
export interface Destination {
  /** The name in messages. */
  readonly name: string;
  /** Reads a published text. `null`: there is no file of that path. */
  read(path: string): Promise<string | null>;
  /** Writes a file, and replaces an existing one of the same path. */
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
