import { error } from "@sveltejs/kit";
import { bookmarks } from "$lib/bookmarks.svelte";
import type { PageLoad } from "./$types";

// The numbers are not known when the pages are built.
export const prerender = false;

export const load: PageLoad = async ({ params, parent }) => {
  await parent();
  const bookmark = bookmarks.find(Number(params.id));
  if (bookmark === undefined) error(404, "There is no such bookmark");
  return { bookmark };
};
