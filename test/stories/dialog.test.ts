import { expect, test } from "bun:test";
import type { CommandInput, CommandName } from "../../src/contract/commands/index.ts";
import type { FileRequest, MessageRequest } from "../../src/contract/ui/index.ts";
import type { Answers } from "../../src/native/memory/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { here, testOnEach } from "../support/each-system.ts";
import { rejection, startWithApi } from "../support/page-api.ts";

/** The ui thread's request when a page calls `command`, without the id and the window. */
async function asked<N extends CommandName>(
  command: N,
  args: CommandInput<N>,
): Promise<Record<string, unknown>> {
  const answers: Answers = { message: () => 0, file: () => [] };
  using app = await startInMemory({ allow: ["dialog.all"], answers });
  await app.page.invoke(command, args);
  const call = app.platform.recorded.find(({ call }) => call.startsWith("dialog."));
  if (call === undefined) throw new Error(`${command} asked the ui thread for nothing`);
  const { id: _, window, ...request } = call.args as MessageRequest | FileRequest;
  expect(window).toBe("main");
  return { ...request };
}

/** The page's result when the user presses the button at `index`. */
async function pressing(
  index: number,
  command: "dialog.ask" | "dialog.confirm" | "dialog.message",
): Promise<unknown> {
  using app = await startInMemory({ allow: ["dialog.all"], answers: { message: () => index } });
  return await app.page.invoke(command, { message: "?" });
}

/** The page's result when the user chooses `paths`. */
async function choosing(
  paths: string[],
  command: "dialog.open" | "dialog.save",
  options: CommandInput<"dialog.open">["options"] = {},
): Promise<unknown> {
  using app = await startInMemory({ allow: ["dialog.all"], answers: { file: () => paths } });
  return await app.page.invoke(command, { options });
}

const noFile = {
  filters: [],
  multiple: false,
  title: null,
  folder: null,
  name: null,
  notice: null,
};

test("a message without options has the app's name as title, the info icon and the toolkit's Ok", async () => {
  expect(await asked("dialog.message", { message: "Hi" })).toEqual({
    title: "Memory",
    text: "Hi",
    kind: "info",
    buttons: [{ stock: "ok" }],
  });
});

test("ask has Yes and No, confirm has Ok and Cancel", async () => {
  expect(await asked("dialog.ask", { message: "?" })).toMatchObject({
    buttons: [{ stock: "yes" }, { stock: "no" }],
  });
  expect(await asked("dialog.confirm", { message: "?" })).toMatchObject({
    buttons: [{ stock: "ok" }, { stock: "cancel" }],
  });
});

test("every option of a question reaches the dialog", async () => {
  const options = { title: "T", type: "error", okLabel: "Do_it", cancelLabel: "&No" } as const;
  expect(await asked("dialog.ask", { message: "<b>%s", options })).toEqual({
    title: "T",
    text: "<b>%s",
    kind: "error",
    buttons: [{ text: "Do_it" }, { text: "&No" }],
  });
});

test("an empty label and a null one count as not given", async () => {
  const options = { okLabel: "", cancelLabel: null };
  expect(await asked("dialog.confirm", { message: "?", options })).toMatchObject({
    buttons: [{ stock: "ok" }, { stock: "cancel" }],
  });
});

test("an empty title counts as not given", async () => {
  for (const command of ["dialog.message", "dialog.ask", "dialog.confirm"] as const)
    expect(await asked(command, { message: "?", options: { title: "" } })).toMatchObject({
      title: "Memory",
    });
  for (const command of ["dialog.open", "dialog.save"] as const)
    expect(await asked(command, { options: { title: "" } })).toMatchObject({ title: null });
});

test("a value that is no text is shown as String makes it, of an error its message, in all three dialogs", async () => {
  using page = await startWithApi({ allow: ["dialog.all"], answers: { message: () => 0 } });
  const { app, api } = page;
  const given: unknown[] = [404, null, true, { a: 1 }, [1, 2], new Error("No disk"), 5n];
  const { message, ask, confirm } = api.dialog;
  for (const show of [message, ask, confirm]) {
    const before = app.platform.recorded.length;
    for (const each of given) await show(each as string);
    const shown = app.platform.recorded
      .slice(before)
      .filter(({ call }) => call === "dialog.message")
      .map(({ args }) => (args as MessageRequest).text);
    expect(shown).toEqual(["404", "null", "true", "[object Object]", "1,2", "No disk", "5"]);
  }
});

test("the first button is true, the last one false, a message resolves with nothing", async () => {
  expect(await pressing(0, "dialog.ask")).toBe(true);
  expect(await pressing(1, "dialog.ask")).toBe(false);
  expect(await pressing(0, "dialog.confirm")).toBe(true);
  expect(await pressing(1, "dialog.confirm")).toBe(false);
  expect(await pressing(0, "dialog.message")).toBeUndefined();
});

test("open without options chooses one file, anywhere", async () => {
  expect(await asked("dialog.open", {})).toEqual({ ...noFile, mode: "open" });
});

test("filters lose their leading dot and keep their letters; folder pickers ignore them", async () => {
  const filters = [{ name: "Pictures", extensions: [".PNG", "Jpg", "*"] }];
  expect(await asked("dialog.open", { options: { filters } })).toMatchObject({
    filters: [{ name: "Pictures", extensions: ["PNG", "Jpg", "*"] }],
  });
  expect(await asked("dialog.open", { options: { filters, directory: true } })).toEqual({
    ...noFile,
    mode: "folder",
  });
});

test("a recursive folder picker says that everything inside is included", async () => {
  expect(
    await asked("dialog.open", { options: { directory: true, recursive: true } }),
  ).toMatchObject({
    notice: "Everything inside the chosen folder will be included.",
  });
  expect(await asked("dialog.open", { options: { recursive: true } })).toMatchObject({
    notice: null,
  });
});

testOnEach("defaultPath is split for each kind of dialog", async () => {
  using dir = tempDir({ "a.txt": "" });
  const at = (name: string) => here(dir.path, name);
  const folder = here(dir.path);
  expect(await asked("dialog.open", { options: { defaultPath: at("a.txt") } })).toMatchObject({
    folder,
    name: "a.txt",
  });
  expect(await asked("dialog.open", { options: { defaultPath: at("no/such") } })).toMatchObject({
    folder,
    name: null,
  });
  expect(await asked("dialog.save", { options: { defaultPath: at("new.txt") } })).toMatchObject({
    folder,
    name: "new.txt",
  });
  expect(await asked("dialog.save", { options: { defaultPath: folder } })).toMatchObject({
    folder,
    name: null,
  });
});

testOnEach(
  "open gives null when cancelled, a string for one path, a list for several",
  async () => {
    expect(await choosing([], "dialog.open")).toBeNull();
    const [a, b] = [here("/a"), here("/b")];
    expect(await choosing([a], "dialog.open")).toBe(a);
    expect(await choosing([a], "dialog.open", { multiple: true })).toBe(a);
    expect(await choosing([a, b], "dialog.open", { multiple: true })).toEqual([a, b]);
  },
);

testOnEach("save gives null when cancelled and the path otherwise", async () => {
  expect(await choosing([], "dialog.save")).toBeNull();
  expect(await choosing([here("/a.txt")], "dialog.save")).toBe(here("/a.txt"));
});

for (const [what, args, reason] of [
  [
    "an unknown kind",
    { message: "?", options: { type: "fatal" } },
    `"options.type" is "fatal", it must be "info", "warning" or "error"`,
  ],
  [
    "an unknown option",
    { message: "?", options: { colour: "red" } },
    `"options.colour" is not an argument it knows (it is "red"): use "title", "type", "okLabel" or "cancelLabel"`,
  ],
  [
    "a label that is no text",
    { message: "?", options: { okLabel: 1 } },
    `"options.okLabel" is 1, it must be a string`,
  ],
  ["a missing message", {}, `"message" is missing`],
] as const) {
  test(`${what} is refused by name`, async () => {
    using app = await startInMemory({ allow: ["dialog.all"] });
    await expect(app.page.invoke("dialog.ask", args as never)).rejects.toMatchObject({
      name: "FrameworkError",
      code: "bad-argument",
      message: `Cannot run "dialog.ask": ${reason}`,
    });
  });
}

test("options that are neither a text nor an object are refused, and both are named", async () => {
  using running = await startWithApi({ allow: ["dialog.all", "notification.all"] });
  const { ask, confirm, message } = running.api.dialog;
  const { sendNotification } = running.api.notification;
  for (const [command, call] of [
    ["dialog.message", () => message("?", 5 as never)],
    ["dialog.ask", () => ask("?", 5 as never)],
    ["dialog.confirm", () => confirm("?", 5 as never)],
    ["notification.send", () => sendNotification(5 as never)],
  ] as const)
    expect(await rejection(call())).toBe(
      `bad-argument: Cannot run "${command}": "options" is 5, it must be a string or an object`,
    );
});

test("an unknown field of a filter is refused with its value and with those there are", async () => {
  using app = await startInMemory({ allow: ["dialog.all"] });
  const filters = [{ name: "Text", extensions: ["txt"], mime: { of: "text/plain" } }];
  await expect(
    app.page.invoke("dialog.open", { options: { filters } } as never),
  ).rejects.toMatchObject({
    code: "bad-argument",
    message: `Cannot run "dialog.open": "options.filters.0.mime" is not an argument it knows (it is {"of":"text/plain"}): use "name" or "extensions"`,
  });
});

for (const ending of ["x/q.txt", "/../../a.txt", "x\\q.txt", "*.txt", "", "."]) {
  testOnEach(
    `a malformed file extension is refused, before a dialog is shown: "${ending}"`,
    async () => {
      using app = await startInMemory({
        allow: ["dialog.all"],
        answers: { file: () => [here("/d")] },
      });
      const filters = [{ name: "Text", extensions: ["txt", ending] }];
      for (const command of ["dialog.save", "dialog.open"] as const) {
        await expect(app.page.invoke(command, { options: { filters } })).rejects.toMatchObject({
          code: "bad-argument",
          message: `Cannot run "${command}": "options.filters.0.extensions.1" is ${JSON.stringify(ending)}, it must be an ending such as "txt", or "*" for every file`,
        });
      }
      expect(app.platform.recorded.filter(({ call }) => call.startsWith("dialog."))).toEqual([]);
    },
  );
}

test("a call that takes no arguments says so of one it is given", async () => {
  using app = await startInMemory();
  await expect(app.page.invoke("app.getName", { of: 1 } as never)).rejects.toMatchObject({
    message: `Cannot run "app.getName": "of" is not an argument it knows (it is 1): it takes none`,
  });
});

test("options the page keeps are neither frozen nor changed", async () => {
  using app = await startInMemory({ allow: ["dialog.all"], answers: { file: () => [] } });
  const options = { filters: [{ name: "A", extensions: [".TXT"] }] };
  await app.page.invoke("dialog.open", { options });
  expect(options).toEqual({ filters: [{ name: "A", extensions: [".TXT"] }] });
  expect(Object.isFrozen(options.filters[0])).toBe(false);
});

test("a dialog that cannot be shown rejects with the reason", async () => {
  const message = () => Promise.reject(new Error("no display"));
  using app = await startInMemory({ allow: ["dialog.all"], answers: { message } });
  await expect(app.page.invoke("dialog.message", { message: "?" })).rejects.toMatchObject({
    message: "no display",
  });
});

test("two dialogs of one window come one after the other, two windows have one each at once", async () => {
  const open: { text: string; answer: (button: number) => void }[] = [];
  const message = ({ text }: MessageRequest) =>
    new Promise<number>((resolve) => open.push({ text, answer: resolve }));
  using app = await startInMemory({
    allow: ["dialog.all"],
    answers: { message },
    config: { framework: { windows: [{ label: "one" }, { label: "two" }] } },
  });
  const ask = (window: string, text: string) =>
    app.pageOf(window).invoke("dialog.ask", { message: text });
  const answers = [ask("one", "first"), ask("one", "second"), ask("two", "other")];
  await waitFor("two dialogs", () => open.length === 2);
  expect(open.map(({ text }) => text)).toEqual(["first", "other"]);
  open[0]?.answer(0);
  await waitFor("the third dialog", () => open.length === 3);
  expect(open[2]?.text).toBe("second");
  open[1]?.answer(1);
  open[2]?.answer(1);
  expect(await Promise.all(answers)).toEqual([true, false, false]);
});

test("a page that reloads takes its dialog along, and nothing is granted to the next page", async () => {
  let shown = 0;
  const file = () => new Promise<readonly string[]>(() => shown++);
  using app = await startInMemory({ allow: ["dialog.all"], answers: { file } });
  const answer = app.page.invoke("dialog.open", {});
  await waitFor("the dialog", () => shown === 1);
  app.platform.navigate("main");
  await expect(answer).rejects.toMatchObject({ code: "closed" });
  expect(app.platform.recorded.map(({ call }) => call)).toContain("dialog.dismiss");
  expect(app.services.grants.list()).toEqual([]);
});

test("a page that reloads takes the dialog that waits along before the one that is shown", async () => {
  const shown: string[] = [];
  const message = ({ text }: MessageRequest) => new Promise<number>(() => shown.push(text));
  using app = await startInMemory({ allow: ["dialog.all"], answers: { message } });
  const answers = ["first", "second"].map((text) =>
    app.page.invoke("dialog.ask", { message: text }),
  );
  const { recorded } = app.platform;
  await waitFor(
    "both dialogs",
    () => recorded.filter(({ call }) => call === "dialog.message").length === 2,
  );
  app.platform.navigate("main");
  const codes = answers.map((answer) => answer.catch((error: { code: string }) => error.code));
  expect(await Promise.all(codes)).toEqual(["closed", "closed"]);
  const ids = (call: string) =>
    recorded.flatMap((each) => (each.call === call ? [(each.args as { id: number }).id] : []));
  expect(ids("dialog.dismiss")).toEqual(ids("dialog.message").toReversed());
  expect(shown).toEqual(["first"]);
});
