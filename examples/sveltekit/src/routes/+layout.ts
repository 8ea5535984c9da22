import { bookmarks } from "$lib/bookmarks.svelte";

// An app has no server: the pages are files, and the router runs in the window.
export const ssr = false;
export const prerender = true;

/** The file is read before the first page, whichever route the window begins with. */
export async function load(): Promise<void> {
  await bookmarks.load();
}
