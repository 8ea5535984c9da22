import type { Address } from "../../ffi/signature.ts";
import { letAppEnd, showOn } from "../dialogs/sheets.ts";
import { NSOpenPanel } from "../lib/appkit/panels.ts";
import { blockOnce } from "../objc/block.ts";
import { withPool } from "../objc/pool.ts";

const NSModalResponseOK = 1;

/** The options of a file field in a page. */
export interface FileFieldOptions {
  readonly multiple: boolean;
  readonly folders: boolean;
}

/**
 * Asks the user for the files of a field in a page: the page gets their content and names, no paths
 * and no grants. The returned function closes the panel as cancelled.
 *
 * @param chosen receives a borrowed NSArray of addresses; `null`: cancelled
 */
export function showFileField(
  window: Address,
  options: FileFieldOptions,
  chosen: (urls: Address | null) => void,
): () => void {
  return showOn(window, (sheetOf, answered) => show(sheetOf, options, answered), chosen);
}

function show(
  sheetOf: Address | null,
  { multiple, folders }: FileFieldOptions,
  chosen: (urls: Address | null) => void,
): () => void {
  return withPool(() => {
    const made = NSOpenPanel.send("openPanel");
    if (made === null) {
      chosen(null);
      return () => {};
    }
    const panel = NSOpenPanel.at(made).retain();
    panel.send("setCanChooseFiles:", true);
    panel.send("setCanChooseDirectories:", folders);
    panel.send("setAllowsMultipleSelection:", multiple);
    const answered = blockOnce("q>v", (response) => {
      chosen(response === NSModalResponseOK ? panel.send("URLs") : null);
      panel[Symbol.dispose]();
    });
    letAppEnd(panel.address);
    if (sheetOf === null) panel.send("beginWithCompletionHandler:", answered);
    else panel.send("beginSheetModalForWindow:completionHandler:", sheetOf, answered);
    return () => panel.send("cancel:", null);
  });
}
