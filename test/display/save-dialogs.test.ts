// save: its first folder, its final name, and its question before a replacement.

import { expect } from "bun:test";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { SaveDialogOptions } from "../../src/contract/commands/dialog.ts";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { cancel, shareFileDialogs } from "../support/app/file-dialogs.ts";

const { shared, folderWith, answerTo: saving } = shareFileDialogs<SaveDialogOptions>("dialog.save");

/** Types a name and presses Save. */
async function saveAs(dialog: DialogOnScreen, name: string): Promise<void> {
  const field = await dialog.nameField();
  // With the keyboard in the list, GTK's "Save" opens the folder that is selected there.
  await field.focus();
  await field.setText(name);
  await dialog.press("Save");
}

const typing = (name: string) => (dialog: DialogOnScreen) => saveAs(dialog, name);
const text = [{ name: "Text", extensions: ["txt", "text"] }];

onDisplay("without options it is the toolkit's own dialog, with an empty name", async () => {
  await saving(undefined, async (dialog) => {
    expect(dialog.window.title).toBe("Save");
    expect(await dialog.buttons()).toEqual(["Cancel", "Save"]);
    expect(await (await dialog.nameField()).text()).toBe("");
    await cancel(dialog);
  });
});

onDisplay("the title is shown, and a new name in defaultPath is preset in its folder", async () => {
  const folder = folderWith("old.txt");
  const options = { title: "Keep <b>100 %s</b>", defaultPath: join(folder, "new.txt") };
  const given = await saving(options, async (dialog) => {
    expect(dialog.window.title).toBe("Keep <b>100 %s</b>");
    await dialog.rows(["old.txt"]);
    expect(await (await dialog.nameField()).text()).toBe("new.txt");
    await dialog.press("Save");
  });
  expect(given).toBe(join(folder, "new.txt"));
});

onDisplay(
  "defaultPath: of an existing folder that folder is shown, and no name is preset",
  async () => {
    // No file: where the folder is read after the dialog is shown, GTK presets the first file's
    // name by itself.
    const folder = folderWith("sub/");
    const given = await saving({ defaultPath: folder }, async (dialog) => {
      await dialog.rows(["sub"]);
      expect(await dialog.folder()).toBe(basename(folder));
      expect(await (await dialog.nameField()).text()).toBe("");
      await saveAs(dialog, "typed.txt");
    });
    expect(given).toBe(join(folder, "typed.txt"));
  },
);

onDisplay(
  "defaultPath: where the folder does not exist, the nearest that does is shown",
  async () => {
    const folder = folderWith("old.txt");
    const given = await saving(
      { defaultPath: join(folder, "not/there/new.txt") },
      async (dialog) => {
        await dialog.rows(["old.txt"]);
        expect(await (await dialog.nameField()).text()).toBe("new.txt");
        await dialog.press("Save");
      },
    );
    expect(given).toBe(join(folder, "new.txt"));
  },
);

// The ways to cancel are those of the chooser: test/display/open-dialogs.test.ts.
onDisplay("cancelling gives null, and the path stays closed", async () => {
  const path = join(folderWith(), "new.txt");
  expect(await saving({ defaultPath: path }, cancel)).toBeNull();
  await expect(shared.app.page().call("fs.writeTextFile", path, "x")).rejects.toMatchObject({
    code: "out-of-scope",
  });
});

// The final name
// ---------------------------------------------------------------------------------------

for (const [what, filters, typed, final] of [
  ["is appended to a name without any", text, "notes", "notes.txt"],
  ["is appended to a name with another one", text, "notes.md", "notes.md.txt"],
  ["is appended to a name that only ends like it", text, "notestxt", "notestxt.txt"],
  ["is not appended to a name that has it", text, "notes.txt", "notes.txt"],
  ["is not appended to a name that has another of the filter's", text, "notes.text", "notes.text"],
  ["is not appended to a name that has it in capitals", text, "notes.TXT", "notes.TXT"],
  ["keeps its capitals", [{ name: "R", extensions: ["R"] }], "notes", "notes.R"],
  [
    "in capitals is not appended to a name that has it in small letters",
    [{ name: "R", extensions: ["R"] }],
    "notes.r",
    "notes.r",
  ],
  ["is not appended without filters", [], "notes", "notes"],
  ["is never appended for *", [{ name: "Everything", extensions: ["*"] }], "notes", "notes"],
  [
    "may have two parts",
    [{ name: "Archive", extensions: ["tar.gz"] }],
    "notes.gz",
    "notes.gz.tar.gz",
  ],
] as const) {
  onDisplay(`the extension ${what}`, async () => {
    const folder = folderWith();
    const given = await saving(
      {
        defaultPath: folder,
        filters: filters.map(({ name, extensions }) => ({ name, extensions: [...extensions] })),
      },
      typing(typed),
    );
    expect(given).toBe(join(folder, final));
  });
}

onDisplay("a name that is too long with its extension is called that", async () => {
  const options = { defaultPath: folderWith(), filters: text };
  await expect(saving(options, typing("x".repeat(253)))).rejects.toMatchObject({
    code: "bad-path",
    message: expect.stringContaining("a name in it is too long"),
  });
});

onDisplay("the extension is that of the filter the user selected", async () => {
  const folder = folderWith();
  const filters = [...text, { name: "Pictures", extensions: ["png"] }];
  const given = await saving({ defaultPath: folder, filters }, async (dialog) => {
    await dialog.chooseFilter("Pictures");
    await saveAs(dialog, "drawing");
  });
  expect(given).toBe(join(folder, "drawing.png"));
});

for (const name of [`it's "quoted" & 100 %s`, "[a]*?.txt", "日本語 😀", "two words", "-rf"]) {
  onDisplay(
    `the name ${JSON.stringify(name)} arrives as it was typed, and can be written to`,
    async () => {
      const path = join(folderWith(), name);
      expect(await saving({ defaultPath: path }, (dialog) => dialog.press("Save"))).toBe(path);
      await shared.app.page().call("fs.writeTextFile", path, "new");
      expect(await Bun.file(path).text()).toBe("new");
    },
  );
}

// Replacing
// --------------------------------------------------------------------------------------------

onDisplay(
  "replacing: the question names the file and its folder; agreeing gives the path and changes nothing",
  async () => {
    const folder = folderWith("old.txt");
    const { app } = shared;
    const given = await saving({ defaultPath: folder }, async (dialog) => {
      await saveAs(dialog, "old.txt");
      const question = await app.dialog("alert");
      expect(await question.content()).toMatchObject({
        text: `A file named “old.txt” already exists.  Do you want to replace it?\nThe file already exists in “${basename(folder)}”.  Replacing it will overwrite its contents.`,
        buttons: ["Cancel", "Replace"],
      });
      expect(question.window.transientFor).toBe(dialog.window.id);
      await question.press("Replace");
    });
    expect(given).toBe(join(folder, "old.txt"));
    expect(await Bun.file(join(folder, "old.txt")).text()).toBe("content of old.txt");
  },
);

onDisplay("replacing: the question is about the final name, with its extension", async () => {
  const folder = folderWith("old.txt");
  const given = await saving({ defaultPath: folder, filters: text }, async (dialog) => {
    await saveAs(dialog, "old");
    const question = await shared.app.dialog("alert");
    expect((await question.content()).text).toContain("“old.txt”");
    await question.press("Replace");
  });
  expect(given).toBe(join(folder, "old.txt"));
});

onDisplay("replacing: no question when only the name without its extension exists", async () => {
  const folder = folderWith("old");
  expect(await saving({ defaultPath: folder, filters: text }, typing("old"))).toBe(
    join(folder, "old.txt"),
  );
});

for (const [how, decline] of [
  ["its button", (question) => question.press("Cancel")],
  ["Escape", (question) => question.key("Escape")],
] satisfies [string, (question: DialogOnScreen) => Promise<void>][]) {
  onDisplay(
    `replacing: declining by ${how} leads back to the dialog, where another name can be given`,
    async () => {
      const folder = folderWith("old.txt");
      const given = await saving({ defaultPath: join(folder, "old.txt") }, async (dialog) => {
        await dialog.press("Save");
        const question = await shared.app.dialog("alert");
        await decline(question);
        await question.gone();
        await saveAs(dialog, "other.txt");
      });
      expect(given).toBe(join(folder, "other.txt"));
    },
  );
}

onDisplay("a folder's name is not accepted for a file", async () => {
  const folder = folderWith("sub.txt/");
  const given = await saving({ defaultPath: folder, filters: text }, async (dialog) => {
    await saveAs(dialog, "sub");
    const refusal = await shared.app.dialog("alert");
    expect((await refusal.content()).text).toContain("A folder with that name already exists");
    await refusal.press("OK");
    await refusal.gone();
    await saveAs(dialog, "other");
  });
  expect(given).toBe(join(folder, "other.txt"));
});

// Writable files afterwards
// ------------------------------------------------------------------------------

onDisplay(
  "the final name can be written afterwards and not before; the typed one without extension cannot",
  async () => {
    const folder = folderWith();
    const write = (name: string) =>
      shared.app
        .page()
        .call("fs.writeTextFile", join(folder, name), "new")
        .then(
          () => "written",
          (error: unknown) => (error as { code?: string }).code,
        );
    expect(await write("notes.txt")).toBe("out-of-scope");
    await saving({ defaultPath: folder, filters: text }, typing("notes"));
    expect([await write("notes.txt"), await write("notes")]).toEqual(["written", "out-of-scope"]);
    expect(readdirSync(folder)).toEqual(["notes.txt"]);
  },
);
