// open: the listed files, the chosen files, and the readable files afterwards.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { OpenDialogOptions } from "../../src/contract/commands/dialog.ts";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import { onDisplay } from "../support/app/display-app.ts";
import { cancel, shareFileDialogs } from "../support/app/file-dialogs.ts";

const {
  shared,
  folderWith,
  answerTo: opening,
} = shareFileDialogs<OpenDialogOptions>("dialog.open");

// Content
// ------------------------------------------------------------------------------------------------

onDisplay("without options it is the toolkit's own dialog for one file", async () => {
  await opening(undefined, async (dialog) => {
    expect(dialog.window.title).toBe("Select a File");
    expect(await dialog.buttons()).toEqual(["Cancel", "Open"]);
    await cancel(dialog);
  });
});

onDisplay("a folder picker has a button to select", async () => {
  await opening({ directory: true, defaultPath: folderWith("sub/") }, async (dialog) => {
    expect(await dialog.buttons()).toEqual(["Cancel", "Select"]);
    await cancel(dialog);
  });
});

onDisplay("the path of a folder can be typed where no place was given", async () => {
  const folder = folderWith("sub/");
  const answer = opening({ directory: true }, async (dialog) => {
    await dialog.key("ctrl+l");
    await (await dialog.nameField()).setText(join(folder, "sub"));
    await dialog.press("Select");
  });
  expect(await answer).toBe(join(folder, "sub"));
});

onDisplay("a given title is the title, markup and % and all", async () => {
  await opening({ title: "Öffne <b>100 %s</b> _jetzt_" }, async (dialog) => {
    expect(dialog.window.title).toBe("Öffne <b>100 %s</b> _jetzt_");
    await cancel(dialog);
  });
});

onDisplay("the first filter is selected, and the others can be", async () => {
  const defaultPath = folderWith("a.txt", "b.md", "c.png");
  const filters = [
    { name: "Text", extensions: ["txt"] },
    { name: "Pictures <b>%s</b>", extensions: ["png", "jpg"] },
    { name: "Everything", extensions: ["*"] },
  ];
  await opening({ defaultPath, filters }, async (dialog) => {
    expect(await dialog.filters()).toEqual({
      selected: "Text",
      all: ["Text", "Pictures <b>%s</b>", "Everything"],
    });
    await dialog.rows(["a.txt"]);
    await dialog.chooseFilter("Everything");
    await dialog.rows(["a.txt", "b.md", "c.png"]);
    await dialog.chooseFilter("Pictures <b>%s</b>");
    await dialog.rows(["c.png"]);
    await cancel(dialog);
  });
});

for (const [what, extensions, listed] of [
  ["without regard to case", ["TxT"], ["a.txt", "B.TXT", "c.tXt"]],
  ["with a leading dot", [".md"], ["d.md"]],
  ["of several kinds", ["md", "txt"], ["a.txt", "B.TXT", "c.tXt", "d.md"]],
  ["of two parts", ["tar.gz"], ["e.tar.gz"]],
  ["with letters that are patterns elsewhere", ["[x]"], ["f.[x]"]],
  ["of letters beyond ASCII", ["öä"], ["g.ÖÄ"]],
  [
    "* for every file",
    ["*"],
    ["a.txt", "B.TXT", "c.tXt", "d.md", "e.tar.gz", "f.[x]", "g.ÖÄ", "no-extension", "x"],
  ],
] as const) {
  onDisplay(`extensions ${what}`, async () => {
    const names = [
      "a.txt",
      "B.TXT",
      "c.tXt",
      "d.md",
      "e.tar.gz",
      "f.[x]",
      "g.ÖÄ",
      "no-extension",
      "x",
    ];
    const filters = [{ name: "Some", extensions: [...extensions] }];
    await opening({ defaultPath: folderWith(...names), filters }, async (dialog) => {
      await dialog.rows(listed);
      await cancel(dialog);
    });
  });
}

onDisplay("folders stay visible whatever the filter", async () => {
  const defaultPath = folderWith("sub/", "a.txt", "b.md");
  await opening(
    { defaultPath, filters: [{ name: "Text", extensions: ["txt"] }] },
    async (dialog) => {
      await dialog.rows(["sub", "a.txt"]);
      await cancel(dialog);
    },
  );
});

onDisplay("a folder picker ignores filters", async () => {
  const defaultPath = folderWith("sub/", "a.txt");
  await opening(
    { defaultPath, directory: true, filters: [{ name: "Text", extensions: ["txt"] }] },
    async (dialog) => {
      expect(await dialog.filters()).toEqual({ selected: null, all: [] });
      await cancel(dialog);
    },
  );
});

onDisplay(
  "a recursive folder picker says that everything inside is included; others say nothing",
  async () => {
    const defaultPath = folderWith("sub/");
    const notice = "Everything inside the chosen folder will be included.";
    const output = async (options: OpenDialogOptions) => {
      let labels: string[] = [];
      await opening({ defaultPath, ...options }, async (dialog) => {
        labels = await dialog.labels();
        await cancel(dialog);
      });
      return labels.includes(notice);
    };
    expect([
      await output({ directory: true, recursive: true }),
      await output({ directory: true }),
      await output({ recursive: true }),
    ]).toEqual([true, false, false]);
  },
);

// The first folder
// ---------------------------------------------------------------------------------------

onDisplay("defaultPath: an existing folder is shown", async () => {
  const folder = folderWith("a.txt");
  await opening({ defaultPath: folder }, async (dialog) => {
    await dialog.rows(["a.txt"]);
    expect(await dialog.folder()).toBe(basename(folder));
    await cancel(dialog);
  });
});

onDisplay("defaultPath: an existing file is shown selected in its folder", async () => {
  const folder = folderWith("a.txt", "b.txt", "c.txt");
  const given = await opening({ defaultPath: join(folder, "b.txt") }, async (dialog) => {
    await dialog.selected("b.txt");
    await dialog.press("Open");
  });
  expect(given).toBe(join(folder, "b.txt"));
});

onDisplay(
  "defaultPath: of one that does not exist, the nearest folder that does is shown",
  async () => {
    const folder = folderWith("a.txt");
    await opening({ defaultPath: join(folder, "not/there/b.txt") }, async (dialog) => {
      await dialog.rows(["a.txt"]);
      expect(await dialog.folder()).toBe(basename(folder));
      await cancel(dialog);
    });
  },
);

onDisplay(
  "defaultPath: ~ is the home folder, and relative paths are taken from there",
  async () => {
    const folder = folderWith("a.txt");
    for (const defaultPath of [
      `~/${basename(folder)}`,
      basename(folder),
      `$HOME/${basename(folder)}`,
    ]) {
      await opening({ defaultPath }, async (dialog) => {
        await dialog.rows(["a.txt"]);
        await cancel(dialog);
      });
    }
  },
);

// Choices
// ------------------------------------------------------------------------------------------------

onDisplay("one file is a string", async () => {
  const folder = folderWith("a.txt", "b.txt");
  const given = await opening({ defaultPath: folder }, async (dialog) => {
    await dialog.pick("b.txt");
    await dialog.press("Open");
  });
  expect(given).toBe(join(folder, "b.txt"));
});

onDisplay("without multiple, a second click replaces the first", async () => {
  const folder = folderWith("a.txt", "b.txt");
  const given = await opening({ defaultPath: folder }, async (dialog) => {
    await dialog.pick("a.txt", "b.txt");
    await dialog.press("Open");
  });
  expect(given).toBe(join(folder, "b.txt"));
});

onDisplay("multiple: several files are a list", async () => {
  const folder = folderWith("a.txt", "b.txt", "c.txt");
  const given = await opening({ defaultPath: folder, multiple: true }, async (dialog) => {
    await dialog.pick("a.txt", "c.txt");
    await dialog.press("Open");
  });
  expect(given).toEqual([join(folder, "a.txt"), join(folder, "c.txt")]);
});

onDisplay("multiple: one file is a string", async () => {
  const folder = folderWith("a.txt", "b.txt");
  const given = await opening({ defaultPath: folder, multiple: true }, async (dialog) => {
    await dialog.pick("b.txt");
    await dialog.press("Open");
  });
  expect(given).toBe(join(folder, "b.txt"));
});

onDisplay("directory: the selected folder", async () => {
  const folder = folderWith("one/", "two/");
  const given = await opening({ defaultPath: folder, directory: true }, async (dialog) => {
    await dialog.pick("two");
    await dialog.press("Select");
  });
  expect(given).toBe(join(folder, "two"));
});

onDisplay("directory: the shown folder when nothing in it is selected", async () => {
  const folder = folderWith();
  const given = await opening({ defaultPath: folder, directory: true }, async (dialog) => {
    await dialog.rows([]);
    await dialog.press("Select");
  });
  expect(given).toBe(folder);
});

onDisplay("directory and multiple: several folders are a list", async () => {
  const folder = folderWith("one/", "three/", "two/");
  const given = await opening(
    { defaultPath: folder, directory: true, multiple: true },
    async (dialog) => {
      await dialog.pick("one", "two");
      await dialog.press("Select");
    },
  );
  expect(given).toEqual([join(folder, "one"), join(folder, "two")]);
});

onDisplay("a typed path is chosen, too", async () => {
  const folder = folderWith("a.txt");
  const given = await opening({ defaultPath: folder }, async (dialog) => {
    await dialog.rows(["a.txt"]);
    await dialog.key("ctrl+l");
    await (await dialog.nameField()).setText(join(folder, "a.txt"));
    await dialog.press("Open");
  });
  expect(given).toBe(join(folder, "a.txt"));
});

for (const [how, act] of [
  ["its button", cancel],
  ["Escape", (dialog) => dialog.key("Escape")],
  ["the close box", (dialog) => dialog.close()],
] satisfies [string, (dialog: DialogOnScreen) => Promise<void>][]) {
  onDisplay(`cancelling by ${how} gives null, for files and for folders`, async () => {
    const defaultPath = folderWith("a.txt", "sub/");
    expect(await opening({ defaultPath }, act)).toBeNull();
    expect(await opening({ defaultPath, directory: true, multiple: true }, act)).toBeNull();
  });
}

for (const name of [
  "two words.txt",
  `it's "quoted".txt`,
  "[a].txt",
  "a*b?.txt",
  "100%25 %s %n.txt",
  "two\nlines.txt",
  "tab\there.txt",
  "back\\slash.txt",
  "äöü €.txt",
  "e\u0301 decomposed.txt",
  "日本語 😀.txt",
  "#fragment?query&x=1.txt",
  "-rf",
  ".hidden",
  "$HOME",
  " leading and trailing ",
]) {
  onDisplay(
    `the name ${JSON.stringify(name)} arrives as it is, and grants that file alone`,
    async () => {
      const folder = folderWith(name, "a.txt", "ab.txt");
      const path = join(folder, name);
      const given = await opening({ defaultPath: path }, async (dialog) => {
        await dialog.selected(name);
        await dialog.press("Open");
      });
      expect(given).toBe(path);
      const { app } = shared;
      expect(await app.page().call("fs.readTextFile", path)).toBe(`content of ${name}`);
      await expect(app.page().call("fs.readTextFile", join(folder, "a.txt"))).rejects.toMatchObject(
        {
          code: "out-of-scope",
        },
      );
    },
  );
}

onDisplay("a name that is no Unicode is refused with a reason, and never mangled", async () => {
  const folder = folderWith("a.txt");
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/b\xe4d`, "latin1"), Buffer.from(".txt")]),
    "bytes",
  );
  const given = opening({ defaultPath: folder }, async (dialog) => {
    await dialog.pick("b\ufffdd.txt (invalid encoding)");
    await dialog.press("Open");
  });
  await expect(given).rejects.toMatchObject({
    name: "FrameworkError",
    code: "bad-path",
    message: `Cannot use the path "${folder}/b\\xe4d.txt": its name must be valid Unicode`,
  });
});

onDisplay("a NUL in defaultPath is refused, not cut off there", async () => {
  const { app } = shared;
  await expect(
    app.page().call("dialog.open", { defaultPath: `${folderWith("a.txt")}/a.txt\0.md` }),
  ).rejects.toMatchObject({
    name: "FrameworkError",
    message: expect.stringContaining("NUL"),
  });
});

// Readable files afterwards
// ------------------------------------------------------------------------------

const reads = (path: string) =>
  shared.app
    .page()
    .call("fs.readTextFile", path)
    .then(
      () => "allowed",
      (error: unknown) => (error as { code?: string }).code,
    );

onDisplay(
  "a chosen file can be read afterwards, and not before; nothing beside it can",
  async () => {
    const folder = folderWith("a.txt", "b.txt");
    const [a, b] = [join(folder, "a.txt"), join(folder, "b.txt")];
    expect([await reads(a), await reads(b)]).toEqual(["out-of-scope", "out-of-scope"]);
    await opening({ defaultPath: a }, async (dialog) => {
      await dialog.selected("a.txt");
      await dialog.press("Open");
    });
    expect([await reads(a), await reads(b)]).toEqual(["allowed", "out-of-scope"]);
  },
);

onDisplay("a cancelled choice lets nothing be read", async () => {
  const a = join(folderWith("a.txt"), "a.txt");
  await opening({ defaultPath: a }, async (dialog) => {
    await dialog.selected("a.txt");
    await cancel(dialog);
  });
  expect(await reads(a)).toBe("out-of-scope");
});

onDisplay("all of several chosen files can be read", async () => {
  const folder = folderWith("a.txt", "b.txt", "c.txt");
  await opening({ defaultPath: folder, multiple: true }, async (dialog) => {
    await dialog.pick("a.txt", "c.txt");
    await dialog.press("Open");
  });
  const after = await Promise.all(
    ["a.txt", "b.txt", "c.txt"].map((name) => reads(join(folder, name))),
  );
  expect(after).toEqual(["allowed", "out-of-scope", "allowed"]);
});

onDisplay(
  "a chosen folder lets its own files be read, and with recursive those below",
  async () => {
    const folder = folderWith("in/a.txt", "in/below/b.txt", "in/.hidden", "out.txt");
    const files = ["in/a.txt", "in/below/b.txt", "in/.hidden", "out.txt"].map((name) =>
      join(folder, name),
    );
    const choose = (recursive: boolean) =>
      opening({ defaultPath: join(folder, "in"), directory: true, recursive }, async (dialog) => {
        await dialog.folder();
        await dialog.chooseShownFolder();
      });
    expect(await choose(false)).toBe(join(folder, "in"));
    const flat = await Promise.all(files.map(reads));
    expect(await choose(true)).toBe(join(folder, "in"));
    const deep = await Promise.all(files.map(reads));
    expect([flat, deep]).toEqual([
      ["allowed", "out-of-scope", "out-of-scope", "out-of-scope"],
      ["allowed", "allowed", "out-of-scope", "out-of-scope"],
    ]);
  },
);

onDisplay("a chosen file that is removed meanwhile is an answer like any other", async () => {
  const folder = folderWith("a.txt");
  const given = await opening({ defaultPath: join(folder, "a.txt") }, async (dialog) => {
    await dialog.selected("a.txt");
    await dialog.press("Open");
  });
  await Bun.file(join(folder, "a.txt")).delete();
  expect(given).toBe(join(folder, "a.txt"));
  expect(await reads(join(folder, "a.txt"))).toBe("not-found");
});

// Refusals
// -----------------------------------------------------------------------------------------------

for (const [what, options, named] of [
  [
    "a filter without extensions",
    { filters: [{ name: "Text" }] },
    /"options\.filters[^"]*extensions"/,
  ],
  ["multiple as text", { multiple: "yes" }, /"options\.multiple".*"yes"/],
  ["an unknown option", { folder: true }, /"options\.folder"/],
] as const) {
  onDisplay(`${what} is refused by name`, async () => {
    await expect(shared.app.page().call("dialog.open", options)).rejects.toMatchObject({
      code: "bad-argument",
      message: expect.stringMatching(named),
    });
  });
}
