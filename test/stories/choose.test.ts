// Questions with buttons of the app's own: what reaches the ui thread, and what comes back.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { defineApp, type App } from "../../src/app/index.ts";
import type { CommandInput } from "../../src/contract/commands/index.ts";
import type { Choice, ChoiceRequest } from "../../src/contract/ui/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { exampleOf } from "../support/docs-example.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { startWithApi } from "../support/page-api.ts";

type Options = CommandInput<"dialog.choose">["options"];

const save: Options = {
  buttons: [
    { id: "save", text: "Save" },
    { id: "discard", text: "Don't Save", role: "destructive" },
    { id: "cancel", text: "Cancel", role: "cancel" },
  ],
};

/** The request to the ui thread, and the page's result for the user's answer. */
async function choosing(
  options: Options,
  answer: Choice = { button: 0, checked: false },
): Promise<{ readonly request: ChoiceRequest; readonly result: unknown }> {
  const seen: ChoiceRequest[] = [];
  const choice = (request: ChoiceRequest): Choice => (seen.push(request), answer);
  using app = await startInMemory({ allow: ["dialog.choose"], answers: { choice } });
  const result = await app.page.invoke("dialog.choose", { message: "Save?", options });
  return { request: seen[0] as ChoiceRequest, result };
}

const answered = async (
  options: Options,
  button: number | null,
  checked = false,
): Promise<unknown> => (await choosing(options, { button, checked })).result;

test("buttons, their roles, the detail and the checkbox reach the dialog", async () => {
  const { request } = await choosing({
    ...save,
    detail: "Lost else.",
    checkbox: "Always",
    type: "warning",
  });
  expect(request).toEqual({
    id: expect.any(Number) as number,
    window: "main",
    title: "Memory",
    text: "Save?",
    detail: "Lost else.",
    kind: "warning",
    buttons: [
      { text: "Save", isDestructive: false },
      { text: "Don't Save", isDestructive: true },
      { text: "Cancel", isDestructive: false },
    ],
    defaultButton: 0,
    cancelButton: 2,
    checkbox: { text: "Always", checked: false },
  });
});

test("texts are buttons without roles: the first is the default, and Escape means none", async () => {
  const { request } = await choosing({ buttons: ["Left", "Right"] });
  expect(request).toMatchObject({
    defaultButton: 0,
    cancelButton: null,
    detail: null,
    checkbox: null,
  });
});

test("the default is the first button that is not destructive, unless one is named", async () => {
  const [erase, keep] = [
    { id: "erase", text: "Erase", role: "destructive" },
    { id: "keep", text: "Keep" },
  ] as const;
  expect((await choosing({ buttons: [erase, keep] })).request.defaultButton).toBe(1);
  expect((await choosing({ buttons: [erase] })).request.defaultButton).toBe(0);
  expect(
    (await choosing({ buttons: [erase, keep], defaultButton: "erase" })).request.defaultButton,
  ).toBe(0);
  expect((await choosing({ buttons: ["A", "B"], defaultButton: 1 })).request.defaultButton).toBe(1);
});

test("a button is answered by its id, one that is only a text by its place", async () => {
  expect(await answered(save, 1)).toEqual({ button: "discard", checked: false });
  expect(await answered({ buttons: ["A", { id: "b", text: "B" }, "C"] }, 2)).toEqual({
    button: 2,
    checked: false,
  });
});

test("Escape gives the cancel button, by role or by name, and -1 where there is none", async () => {
  expect(await answered(save, null)).toEqual({ button: "cancel", checked: false });
  expect(await answered({ buttons: ["A", "B"], cancelButton: 0 }, null)).toEqual({
    button: 0,
    checked: false,
  });
  expect(await answered({ buttons: ["A", "B"] }, null)).toEqual({ button: -1, checked: false });
});

test("the checkbox's state comes back, whatever was pressed", async () => {
  const options: Options = { ...save, checkbox: { text: "Always", checked: true } };
  expect((await choosing(options)).request.checkbox).toEqual({ text: "Always", checked: true });
  expect(await answered(options, 0, true)).toEqual({ button: "save", checked: true });
  expect(await answered(options, null, true)).toEqual({ button: "cancel", checked: true });
});

for (const [what, options, reason] of [
  [
    "no button",
    { buttons: [] },
    '"options.buttons" is [], it must be a list of at least one button',
  ],
  [
    "an id twice",
    {
      buttons: [
        { id: "a", text: "A" },
        { id: "a", text: "B" },
      ],
    },
    '"options.buttons.1.id" is "a" twice, want another for each button',
  ],
  [
    "a role twice",
    {
      buttons: [
        { id: "a", text: "A", role: "cancel" },
        { id: "b", text: "B", role: "cancel" },
      ],
    },
    '"options.buttons" has the role "cancel" twice, want one button with it',
  ],
  [
    "a place without a button",
    { buttons: ["A"], defaultButton: 1 },
    '"options.defaultButton" is 1, it must be the place or the id of a button',
  ],
  [
    "an unknown id",
    { ...save, cancelButton: "stop" },
    '"options.cancelButton" is "stop", it must be the place or the id of a button',
  ],
  [
    "a name against a role",
    { ...save, cancelButton: "save" },
    '"options.cancelButton" is "save", but another button has the role "cancel"',
  ],
] as const satisfies readonly (readonly [string, unknown, string])[])
  test(`${what} is refused by name, and nothing is shown`, async () => {
    using app = await startInMemory({ allow: ["dialog.choose"] });
    await expect(
      app.page.invoke("dialog.choose", { message: "?", options: options as Options }),
    ).rejects.toMatchObject({
      code: "bad-argument",
      message: `Cannot run "dialog.choose": ${reason}`,
    });
    expect(app.platform.recorded.filter(({ call }) => call === "dialog.choose")).toEqual([]);
  });

test("the page's function and the app's own code ask alike, an error for a message included", async () => {
  const seen: ChoiceRequest[] = [];
  const choice = (request: ChoiceRequest): Choice => (
    seen.push(request),
    { button: 1, checked: false }
  );
  let own: App | undefined;
  const definition = defineApp({ setup: (app) => void (own = app) });
  using page = await startWithApi({ allow: ["dialog.choose"], answers: { choice }, definition });
  const options = { buttons: ["A", { id: "b", text: "B" }] } as const;
  const fromPage: { button: number | "b" } = await page.api.dialog.choose(
    new Error("No disk"),
    options,
  );
  expect(fromPage.button).toBe("b");
  expect(await own?.dialog.choose("Own", { ...options, window: "main" })).toEqual({
    button: "b",
    checked: false,
  });
  expect(seen.map(({ text }) => text)).toEqual(["No disk", "Own"]);
});

test("other flags of the module do not open it", async () => {
  using app = await startInMemory({ allow: ["dialog.ask", "dialog.message", "dialog.confirm"] });
  await expect(
    app.page.invoke("dialog.choose", { message: "?", options: save }),
  ).rejects.toMatchObject({
    code: "not-allowed",
  });
});

test("main.ts of docs/questions.md keeps the window for Cancel, and for nothing else", async () => {
  using folder = tempDir({ "main.ts": exampleOf("docs/questions.md", 'from "framework/app"') });
  const { default: definition } = (await import(join(folder.path, "main.ts"))) as {
    default: unknown;
  };
  for (const [button, isKept] of [
    [null, true],
    [2, true],
    [1, false],
    [0, false],
  ] as const) {
    let asked = 0;
    const choice = (): Choice => (asked++, { button, checked: false });
    using app = await startInMemory({ definition, answers: { choice } });
    await app.page.invoke("textChanged", { text: "new" });
    app.platform.requestClose("main");
    if (isKept) {
      await waitFor("the question", () => asked === 1);
      // The window that is still there asks again.
      app.platform.requestClose("main");
      await waitFor("the next question", () => asked === 2);
    } else await waitFor("the end of the window", () => !app.platform.windows.has("main"));
    expect(app.platform.windows.has("main")).toBe(isKept);
  }
});
