// message, ask and confirm, as their readers have them.

import { expect } from "bun:test";
import type { DialogOnScreen, MessageContent } from "../support/app/dialog-on-screen.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";

type Call = readonly [name: "dialog.message" | "dialog.ask" | "dialog.confirm", ...args: unknown[]];

const shared = shareApp();

/** The page's result when the user does `act` to the dialog of a call. */
async function answer(
  call: Call,
  act: (dialog: DialogOnScreen) => Promise<void>,
): Promise<unknown> {
  const { app } = shared;
  const [name, ...args] = call;
  const answer = app.page().call(name, ...args);
  const dialog = await Promise.race([
    app.dialog(),
    answer.then(() => Promise.reject(new Error("answered at once"))),
  ]);
  await act(dialog);
  return await answer;
}

/** The content of a call's dialog. */
async function content(...call: Call): Promise<MessageContent> {
  let seen: MessageContent | undefined;
  await answer(call, async (dialog) => {
    seen = await dialog.content();
    await dialog.key("Escape");
  });
  return seen as MessageContent;
}

const pressing = (label: string) => (dialog: DialogOnScreen) => dialog.press(label);
const escaping = (dialog: DialogOnScreen) => dialog.key("Escape");
const closing = (dialog: DialogOnScreen) => dialog.close();

const plain: MessageContent = {
  title: "Display App",
  kind: "Information",
  icon: "Information",
  text: "Hello",
  buttons: ["OK"],
  default: "OK",
};

// Content
// ------------------------------------------------------------------------------------------------

onDisplay(
  "a message has the app's name as its title, the icon of information, and OK",
  async () => {
    expect(await content("dialog.message", "Hello")).toEqual(plain);
  },
);

onDisplay("a question has No and Yes, from left to right, and Return means Yes", async () => {
  expect(await content("dialog.ask", "Hello")).toEqual({
    ...plain,
    buttons: ["No", "Yes"],
    default: "Yes",
  });
});

onDisplay("a confirmation has Cancel and OK, and Return means OK", async () => {
  expect(await content("dialog.confirm", "Hello")).toEqual({
    ...plain,
    buttons: ["Cancel", "OK"],
    default: "OK",
  });
});

for (const name of ["dialog.message", "dialog.ask", "dialog.confirm"] as const) {
  onDisplay(`${name}: a text in place of options is the title`, async () => {
    expect((await content(name, "Hello", "A title")).title).toBe("A title");
  });
}

for (const [type, word] of [
  ["info", "Information"],
  ["warning", "Warning"],
  ["error", "Error"],
] as const) {
  onDisplay(`the kind "${type}" is shown and read out as ${word}`, async () => {
    expect(await content("dialog.message", "Hello", { type })).toEqual({
      ...plain,
      kind: word,
      icon: word,
    });
    expect(await content("dialog.ask", "Hello", { type })).toMatchObject({
      kind: word,
      icon: word,
    });
  });
}

onDisplay("every option of a message at once", async () => {
  expect(
    await content("dialog.message", "Hello", { title: "Title", type: "error", okLabel: "Fine" }),
  ).toEqual({
    title: "Title",
    kind: "Error",
    icon: "Error",
    text: "Hello",
    buttons: ["Fine"],
    default: "Fine",
  });
});

for (const name of ["dialog.ask", "dialog.confirm"] as const) {
  onDisplay(`${name}: every option at once`, async () => {
    const options = { title: "Title", type: "warning", okLabel: "Delete", cancelLabel: "Keep" };
    expect(await content(name, "Hello", options)).toEqual({
      title: "Title",
      kind: "Warning",
      icon: "Warning",
      text: "Hello",
      buttons: ["Keep", "Delete"],
      default: "Delete",
    });
  });
}

onDisplay("one label alone leaves the other as it was", async () => {
  expect((await content("dialog.ask", "Hello", { okLabel: "Go" })).buttons).toEqual(["No", "Go"]);
  expect((await content("dialog.confirm", "Hello", { cancelLabel: "Stay" })).buttons).toEqual([
    "Stay",
    "OK",
  ]);
});

onDisplay("options that are null count as not given", async () => {
  const options = { title: null, type: null, okLabel: null, cancelLabel: null };
  expect(await content("dialog.confirm", "Hello", options)).toEqual({
    ...plain,
    buttons: ["Cancel", "OK"],
  });
});

onDisplay("an empty label counts as not given", async () => {
  const options = { okLabel: "", cancelLabel: "" };
  expect((await content("dialog.ask", "Hello", options)).buttons).toEqual(["No", "Yes"]);
});

onDisplay("_ and & in a label are shown as they are", async () => {
  const options = { okLabel: "_Save & go_on__", cancelLabel: "&Do_not" };
  expect((await content("dialog.confirm", "Hello", options)).buttons).toEqual([
    "&Do_not",
    "_Save & go_on__",
  ]);
});

onDisplay("_ in a given label makes no access key", async () => {
  // With an access key, Alt+D would press it.
  const given = await answer(["dialog.ask", "Hello", { okLabel: "_Done" }], async (dialog) => {
    await dialog.key("alt+d");
    await dialog.key("Escape");
  });
  expect(given).toBe(false);
});

onDisplay("the toolkit's own labels keep their access keys", async () => {
  expect(await answer(["dialog.ask", "Hello"], (dialog) => dialog.key("alt+y"))).toBe(true);
});

onDisplay("markup, % and quotes are text", async () => {
  const text = `<b>bold</b> &amp; %s %d 100% "quoted" \\n 'x'`;
  expect(await content("dialog.message", text, { title: text, okLabel: "<i>OK</i> %s" })).toEqual({
    ...plain,
    title: text,
    text,
    buttons: ["<i>OK</i> %s"],
    default: "<i>OK</i> %s",
  });
});

onDisplay("lines and letters of every script are shown", async () => {
  const text = "Zwei\nZeilen: äöü € 日本語 😀 العربية";
  expect(await content("dialog.message", text, { title: "日本語 😀 ä" })).toEqual({
    ...plain,
    title: "日本語 😀 ä",
    text,
  });
});

onDisplay("an empty message is a dialog, too", async () => {
  expect(await content("dialog.message", "")).toEqual({ ...plain, text: "" });
});

onDisplay("a text of 500 lines leaves the buttons on the screen", async () => {
  const text = Array.from({ length: 500 }, (_, line) => `line ${line}`).join("\n");
  const given = await answer(["dialog.ask", text], async (dialog) => {
    const { y, height } = await (await dialog.button("Yes")).area();
    expect(y + height).toBeLessThanOrEqual(1024);
    expect((await dialog.content()).text).toBe(text);
    await dialog.press("Yes");
  });
  expect(given).toBe(true);
});

onDisplay("a word of 5,000 letters leaves the dialog narrower than the screen", async () => {
  const given = await answer(["dialog.ask", "x".repeat(5000)], async (dialog) => {
    expect(dialog.window.area.width).toBeLessThanOrEqual(1280);
    await dialog.press("No");
  });
  expect(given).toBe(false);
});

onDisplay("labels that have no room beside each other leave the dialog on the screen", async () => {
  const [okLabel, cancelLabel] = [
    "Save all documents, and close ",
    "Leave all as it is, and go on ",
  ].map((label) => label.repeat(5).trim());
  const given = await answer(
    ["dialog.confirm", "Hello", { okLabel, cancelLabel }],
    async (dialog) => {
      const { x, width } = dialog.window.area;
      expect([x >= 0, x + width <= 1280]).toEqual([true, true]);
      await dialog.press(okLabel ?? "");
    },
  );
  expect(given).toBe(true);
});

// Answers
// ------------------------------------------------------------------------------------------------

for (const [call, act, how, result] of [
  [["dialog.message", "Hello"], pressing("OK"), "OK", undefined],
  [["dialog.message", "Hello"], escaping, "Escape", undefined],
  [["dialog.message", "Hello"], closing, "the close box", undefined],
  [["dialog.ask", "Hello"], pressing("Yes"), "Yes", true],
  [["dialog.ask", "Hello"], pressing("No"), "No", false],
  [["dialog.ask", "Hello"], escaping, "Escape", false],
  [["dialog.ask", "Hello"], closing, "the close box", false],
  [["dialog.ask", "Hello"], (dialog) => dialog.key("Return"), "Return", true],
  [["dialog.confirm", "Hello"], pressing("OK"), "OK", true],
  [["dialog.confirm", "Hello"], pressing("Cancel"), "Cancel", false],
  [["dialog.confirm", "Hello"], escaping, "Escape", false],
  [["dialog.confirm", "Hello"], closing, "the close box", false],
  [
    ["dialog.confirm", "Hello", { okLabel: "Cancel", cancelLabel: "OK" }],
    pressing("OK"),
    "a cancel button called OK",
    false,
  ],
] satisfies [Call, (dialog: DialogOnScreen) => Promise<void>, string, unknown][]) {
  onDisplay(`${call[0]}: ${how} gives ${result}`, async () => {
    expect(await answer(call, act)).toBe(result);
  });
}

// Refusals
// -----------------------------------------------------------------------------------------------

for (const [what, call, named] of [
  [
    "an unknown kind",
    ["dialog.message", "Hello", { type: "fatal" }],
    /"options\.type".*"fatal".*"info", "warning" or "error"/,
  ],
  ["a title of the wrong type", ["dialog.ask", "Hello", { title: 7 }], /"options\.title".*7/],
  ["an unknown option", ["dialog.confirm", "Hello", { okText: "x" }], /"options\.okText"/],
  ["a missing message", ["dialog.ask"], /"message"/],
  [
    "a cancel button of a message",
    ["dialog.message", "Hello", { cancelLabel: "No" }],
    /"options\.cancelLabel"/,
  ],
] satisfies [string, Call, RegExp][]) {
  onDisplay(`${what} is refused by name, and nothing is shown`, async () => {
    const { app } = shared;
    const [name, ...args] = call;
    await expect(app.page().call(name, ...args)).rejects.toMatchObject({
      name: "FrameworkError",
      code: "bad-argument",
      message: expect.stringMatching(named),
    });
    expect((await app.windows()).map(({ title }) => title)).toEqual(["main"]);
  });
}

onDisplay("the page's options are neither frozen nor changed", async () => {
  const { app } = shared;
  const code = `
    const options = { title: "T", okLabel: "" };
    const answer = __FRAMEWORK__.dialog.ask("Hello", options);
    options.later = 1;
    await answer;
    return options;`;
  const answer = app.page().run(code);
  await (await app.dialog()).press("Yes");
  expect(await answer).toEqual({ title: "T", okLabel: "", later: 1 });
});
