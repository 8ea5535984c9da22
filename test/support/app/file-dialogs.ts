import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DialogOnScreen } from "./dialog-on-screen.ts";
import { shareApp } from "./display-app.ts";

/** An app whose dialogs for files the tests of a file share. */
export function shareFileDialogs<Options extends object>(command: "dialog.open" | "dialog.save") {
  const shared = shareApp();
  let folders = 0;

  /**
   * A new folder below the home folder, with these files in it; a name that ends in "/" is a
   * folder.
   */
  function folderWith(...names: readonly string[]): string {
    const folder = join(shared.app.session.home, `folder ${++folders}`);
    mkdirSync(folder);
    for (const name of names) {
      const path = join(folder, name);
      mkdirSync(name.endsWith("/") ? path : dirname(path), { recursive: true });
      if (!name.endsWith("/")) writeFileSync(path, `content of ${name}`);
    }
    return folder;
  }

  /** The page's result when the user does `act` to the dialog. */
  async function answerTo(
    options: Options | undefined,
    act: (dialog: DialogOnScreen) => Promise<void>,
  ): Promise<unknown> {
    const { app } = shared;
    const answer = app.page().call(command, ...(options === undefined ? [] : [options]));
    await act(await app.dialog("file chooser"));
    return await answer;
  }

  return { shared, folderWith, answerTo };
}

export const cancel = (dialog: DialogOnScreen) => dialog.press("Cancel");
