// Dialogs for files that a key closes: the answer, and whether the toolkit complains about how they
// went.

import { expect } from "bun:test";
import { join } from "node:path";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { shareFileDialogs } from "../support/app/file-dialogs.ts";

const opening = shareFileDialogs<object>("dialog.open");
const { shared, folderWith } = opening;

type Act = (dialog: DialogOnScreen) => Promise<void>;

/**
 * Opens a dialog by a command, and returns the answer with GLib's messages up to the next dialog.
 */
async function afterwards(command: "dialog.open" | "dialog.save", defaultPath: string, act: Act) {
  const answer = shared.app.page().call(command, { defaultPath });
  await act(await shared.app.dialog("file chooser"));
  const given = await answer;
  await opening.answerTo(undefined, async (next) => next.key("Escape"));
  const output = shared.app.running.output.map(({ text }) => text);
  return { given, complaints: output.filter((text) => /-(?:CRITICAL|WARNING) \*\*/.test(text)) };
}

async function typed(dialog: DialogOnScreen, name: string): Promise<void> {
  await dialog.key("ctrl+l");
  await (await dialog.nameField()).setText(name);
  await dialog.key("Return");
}

for (const [how, command, start, act] of [
  [
    "on a file in the list",
    "dialog.open",
    "",
    async (dialog) => {
      await dialog.pick("a.txt");
      await dialog.key("Return");
    },
  ],
  ["behind a typed name", "dialog.open", "", (dialog) => typed(dialog, "a.txt")],
  ["behind the name of a new file", "dialog.save", "a.txt", (dialog) => dialog.key("Return")],
] as const satisfies readonly (readonly [string, "dialog.open" | "dialog.save", string, Act])[]) {
  onDisplay(`Enter ${how} closes the dialog without a complaint of the toolkit`, async () => {
    const folder = folderWith(...(command === "dialog.save" ? [] : ["a.txt", "b.txt"]));
    expect(await afterwards(command, join(folder, start), act)).toEqual({
      given: join(folder, "a.txt"),
      complaints: [],
    });
  });
}
