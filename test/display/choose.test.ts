// Questions with the app's own buttons, as their user has them.

import { expect } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { close } from "../../harness/x.ts";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";
import { pageExampleOf } from "../support/docs-example.ts";

const shared = shareApp({
  windows: ["main", "second"],
  config: {
    framework: {
      bundle: { identifier: "org.example.display-app" },
      allowlist: { dialog: { all: true }, window: { close: true } },
      windows: ["main", "second"].map((label) => ({
        label,
        title: label,
        width: 560,
        height: 400,
      })),
    },
  },
});

const buttons = [
  { id: "save", text: "Save _all & go" },
  { id: "discard", text: "Don't Save", role: "destructive" },
  { id: "cancel", text: "Cancel", role: "cancel" },
];
const whole = { buttons, detail: "They are lost else.", title: "Notes", type: "warning" };

/** The page's result when the user does `act` to the dialog. */
async function answer(
  options: object,
  act: (dialog: DialogOnScreen) => Promise<void>,
): Promise<unknown> {
  const { app } = shared;
  const answered = app.page().call("dialog.choose", "Save the changes?", options);
  const refused = answered.then(() => Promise.reject(new Error("answered at once")));
  await act(await Promise.race([app.dialog(), refused]));
  return await answered;
}

const pressing = (label: string) => (dialog: DialogOnScreen) => dialog.press(label);
const keys =
  (...pressed: string[]) =>
  (dialog: DialogOnScreen) =>
    dialog.key(...pressed);

onDisplay(
  "a question has Cancel at the left, its first button at the right, and its texts",
  async () => {
    await answer(whole, async (dialog) => {
      expect(await dialog.content()).toEqual({
        title: "Notes",
        kind: "Warning",
        icon: "Warning",
        text: "Save the changes?\nThey are lost else.",
        buttons: ["Cancel", "Don't Save", "Save _all & go"],
        default: "Save _all & go",
      });
      await dialog.key("Escape");
    });
  },
);

for (const [how, options, act, button] of [
  ["a button", whole, pressing("Don't Save"), "discard"],
  ["Return", whole, keys("Return"), "save"],
  [
    "Return, where another button is the default",
    { ...whole, defaultButton: "cancel" },
    keys("Return"),
    "cancel",
  ],
  ["the keyboard alone", { ...whole, defaultButton: "cancel" }, keys("Tab", "space"), "discard"],
  ["Escape", whole, keys("Escape"), "cancel"],
  ["the close box", whole, (dialog) => dialog.close(), "cancel"],
  ["Escape without a cancel button", { buttons: ["A", "B", "C", "D"] }, keys("Escape"), -1],
  ["the close box without one", { buttons: ["A", "B", "C", "D"] }, (dialog) => dialog.close(), -1],
  ["a button that is only a text", { buttons: ["A", "B", "C", "D"] }, pressing("C"), 2],
] satisfies [string, object, (dialog: DialogOnScreen) => Promise<void>, unknown][])
  onDisplay(`${how} gives ${button}`, async () => {
    expect(await answer(options, act)).toEqual({ button, checked: false });
  });

onDisplay("the checkbox has its name, and its state comes back", async () => {
  const checkbox = { text: "Do _not ask again", checked: true };
  const box = async (dialog: DialogOnScreen) =>
    await dialog.node.find({ role: "check box", name: checkbox.text, states: ["checked"] });
  const left = await answer({ ...whole, checkbox }, async (dialog) => {
    await box(dialog);
    await dialog.key("Escape");
  });
  expect(left).toEqual({ button: "cancel", checked: true });
  const changed = await answer({ ...whole, checkbox }, async (dialog) => {
    await (await box(dialog)).press();
    await dialog.press("Save _all & go");
  });
  expect(changed).toEqual({ button: "save", checked: false });
});

onDisplay("20 buttons with long texts leave the dialog on the screen", async () => {
  const many = Array.from(
    { length: 20 },
    (_, place) => `Button ${place} of a question that has many`,
  );
  const given = await answer({ buttons: many }, async (dialog) => {
    const { x, y, width, height } = dialog.window.area;
    expect([x >= 0, y >= 0, x + width <= 1280, y + height <= 1024]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await dialog.press(many[19] ?? "");
  });
  expect(given).toEqual({ button: 19, checked: false });
});

onDisplay(
  "the page of docs/questions.md asks before its window closes, and Escape keeps the window",
  async () => {
    const { app } = shared;
    await app.page("second").run(`
    document.body.append(document.createElement("textarea"));
    ${pageExampleOf("docs/questions.md", "async function save()")}
    document.querySelector("textarea").dispatchEvent(new Event("input"));`);
    const pressClose = async () => await close(app.session, (await app.window("second")).id);
    await pressClose();
    const first = await app.dialog();
    expect((await first.content()).buttons).toEqual(["Cancel", "Don't Save", "Save"]);
    await first.key("Escape");
    await app.noDialog();
    await app.window("second");
    await pressClose();
    await (await app.dialog()).press("Don't Save");
    await waitFor("the end of the window", async () =>
      (await app.windows()).every(({ title }) => title !== "second"),
    );
  },
);
