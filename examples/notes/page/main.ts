import { getStart, onOpen } from "framework/api/app";
import { listen } from "framework/api/event";
import { appWindow } from "framework/api/window";
import { renderMarkdown } from "./markdown.ts";
import { Note } from "./note.ts";
import { followSize } from "./size.ts";

const field = document.querySelector<HTMLTextAreaElement>("#text")!;
const preview = document.querySelector<HTMLElement>("#preview")!;
const note = new Note(field);

/** The user's requests, one after the other: a question may still be open. */
let last: Promise<unknown> = Promise.resolve();
function inTurn(act: () => Promise<unknown>): void {
  last = last.then(act).catch((error: unknown) => console.error(error));
}

field.addEventListener("input", () => {
  preview.replaceChildren(...renderMarkdown(field.value));
  inTurn(() => note.showTitle());
});

const chosen: Readonly<Record<string, () => Promise<unknown>>> = {
  new: () => note.begin(),
  open: () => note.open(),
  save: () => note.save(),
  saveAs: () => note.save(true),
};
await appWindow.onMenuClicked(({ payload }) => {
  const act = chosen[payload];
  if (act !== undefined) inTurn(act);
});

await listen<string>("open-file", ({ payload }) => inTurn(() => note.open(payload)));
await listen<boolean>("preview", ({ payload }) => {
  document.querySelector("main")?.classList.toggle("plain", !payload);
});

/**
 * Files that the user opens, and links such as `example-notes:new?text=Buy%20milk`: any page can make
 * the user's browser open one, so a link only begins a note.
 */
function show({ files, urls }: { files: readonly string[]; urls: readonly string[] }): void {
  for (const file of files) inTurn(() => note.open(file));
  for (const url of urls) {
    const { pathname, searchParams } = new URL(url);
    if (pathname === "new") inTurn(() => note.begin(searchParams.get("text") ?? ""));
  }
}
await note.showTitle();
await onOpen(show);
show(await getStart());

await appWindow.onCloseRequested(async (event) => {
  if (!(await note.mayClose())) event.preventDefault();
});
// "Quit" of the menu asks by this alone.
addEventListener("beforeunload", (event) => {
  if (!note.mayGo) event.preventDefault();
});
followSize();
