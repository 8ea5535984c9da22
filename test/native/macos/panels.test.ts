import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { NSPopUpButton } from "../../../harness/objective-c/app-kit/ns-pop-up-button.ts";
import {
  NSOpenPanel,
  panelService,
  thePanels,
  type NSSavePanel,
} from "../../../harness/objective-c/app-kit/ns-save-panel.ts";
import type { NSWindow } from "../../../harness/objective-c/app-kit/ns-window.ts";
import { settle } from "../../../harness/objective-c/loop.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import type { FileRequest } from "../../../src/contract/ui/index.ts";
import { DialogQueue } from "../../../src/native/shell/dialog-queue.ts";
import { fileDialog } from "../../../src/native/macos/dialogs/file-dialog.ts";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { orderOut } from "../../../src/native/macos/dialogs/sheets.ts";
import { onMac, openWindow, press, shownAlert, shownAlerts } from "./cases/mac-desktop.ts";

onMac();

const dir = tempDir({ "there.png": "", "there.jpg": "", "album.jpg/photo": "" });
afterAll(() => dir[Symbol.dispose]());
const folder = dir.path;

const images = { name: "Images", extensions: ["png", "jpg"] };
const notes = { name: "Notes", extensions: ["note"] };
const all = { name: "All", extensions: ["*"] };

let lastId = 0;

function show(window: NSWindow, request: Partial<FileRequest> = {}) {
  const whole: FileRequest = {
    id: ++lastId,
    window: String(window.number),
    mode: "open",
    title: null,
    filters: [],
    multiple: false,
    folder: null,
    name: null,
    notice: null,
    ...request,
  };
  const queue = new DialogQueue();
  return { id: whole.id, queue, answer: queue.add(whole, fileDialog(window, whole)) };
}

function shownPanel(): NSSavePanel {
  const [panel, ...others] = thePanels();
  if (panel === undefined || others.length > 0)
    throw new Error(`Cannot find the panel: want one on the screen, not ${others.length + 1}`);
  return panel;
}

function shownOpenPanel(): NSOpenPanel {
  const panel = shownPanel();
  if (panel instanceof NSOpenPanel) return panel;
  throw new Error("Cannot find the panel: want one for opening");
}

const accept = (...paths: readonly string[]): void =>
  inPool(() => shownPanel().accept(paths.map((path) => pathToFileURL(path).href)));
const cancel = (): void => inPool(() => shownPanel()["-cancel:"](null));
const save = (typed?: string): void => inPool(() => shownPanel().save(typed));

/** Chooses a kind of files from the menu in the panel. */
function chooseKind(index: number): void {
  const menu = kindMenu();
  if (menu === null) throw new Error("Cannot choose a kind of files: want a menu in the panel");
  inPool(() => menu.choose(index));
}

function kindMenu(): NSPopUpButton | null {
  const [menu] = shownPanel().accessory.value?.children.items ?? [];
  return menu instanceof NSPopUpButton ? menu : null;
}

describe("a panel for opening", () => {
  test("is a sheet on the window that asked, and settles with the path of a file", async () => {
    const window = openWindow();
    const { answer } = show(window);
    expect(window.sheets.map((sheet) => sheet.window)).toEqual([shownPanel()]);
    expect(theApplication().isKept).toBe(false);
    expect(shownOpenPanel()).toMatchObject({
      choosesFiles: true,
      choosesDirectories: false,
      choosesSeveral: false,
      resolvesAliases: true,
      opensPackages: false,
      canCreateDirectories: false,
    });
    accept("/tmp/a b é.txt");
    expect(await answer).toEqual(["/tmp/a b é.txt"]);
    expect(window.sheets).toEqual([]);
  });

  test("settles with all paths where several are wanted", async () => {
    const { answer } = show(openWindow(), { multiple: true });
    expect(shownOpenPanel().choosesSeveral).toBe(true);
    accept("/tmp/b", "/tmp/a");
    expect(await answer).toEqual(["/tmp/b", "/tmp/a"]);
  });

  test("chooses folders alone where folders are wanted, whatever the kinds of files", async () => {
    const { answer } = show(openWindow(), { mode: "folder", filters: [images, notes] });
    const panel = shownOpenPanel();
    expect(panel).toMatchObject({
      choosesFiles: false,
      choosesDirectories: true,
      canCreateDirectories: true,
    });
    expect([panel.types.value, kindMenu()]).toEqual([null, null]);
    accept("/tmp/folder/");
    expect(await answer).toEqual(["/tmp/folder"]);
  });

  test("settles with nothing when it is cancelled", async () => {
    for (const mode of ["open", "folder", "save"] as const) {
      const { answer } = show(openWindow(), { mode });
      cancel();
      expect(await answer).toEqual([]);
    }
  });

  test("begins in the folder, with the file selected", async () => {
    const { answer } = show(openWindow(), { folder: "/tmp/a b", name: "é.txt" });
    expect(shownPanel().directory.value?.file).toBe("/tmp/a b/");
    expect(shownPanel().nameField.value?.text).toBe("é.txt");
    cancel();
    await answer;
  });

  test("begins where macOS wants where no folder is said", async () => {
    const { answer } = show(openWindow());
    expect([shownPanel().directory.value, shownPanel().nameField.value]).toEqual([null, null]);
    cancel();
    await answer;
  });

  test("says its title and the notice above the files, literally", async () => {
    for (const [title, notice, message] of [
      ["Pick %@", null, "Pick %@"],
      [null, "Everything will be included.", "Everything will be included."],
      ["Pick", "Everything.", "Pick – Everything."],
      [null, null, undefined],
    ] as const) {
      const { answer } = show(openWindow(), { mode: "folder", title, notice });
      expect(shownPanel().message.value?.text).toBe(message);
      expect(shownPanel().title).toBe(title ?? "");
      cancel();
      await answer;
    }
  });

  test("refuses what is no file of this machine", async () => {
    const { answer } = show(openWindow());
    inPool(() => shownPanel().accept(["https://example.org/a.txt"]));
    await expect(answer).rejects.toMatchObject({
      code: "bad-path",
      message: 'Cannot use "https://example.org/a.txt": want a file of this machine',
    });
  });

  test("is refused for a path that is no text", async () => {
    for (const wrong of [{ folder: "/a\0b" }, { folder: "/tmp", name: "\ud800" }]) {
      const { answer } = show(openWindow(), wrong);
      await expect(answer).rejects.toMatchObject({ code: "bad-path" });
      expect(thePanels()).toEqual([]);
    }
  });

  test("stands by itself where a sheet could not be seen", async () => {
    const window = openWindow({ isShown: false });
    const { answer } = show(window);
    expect(window.sheets).toEqual([]);
    expect(shownPanel().isShown).toBe(true);
    accept("/tmp/a");
    expect(await answer).toEqual(["/tmp/a"]);
  });
});

describe("kinds of files", () => {
  test("are one without a menu, several with one", async () => {
    const one = show(openWindow(), { filters: [images] });
    expect(kindMenu()).toBeNull();
    expect(shownPanel().extensions).toEqual(["png", "jpeg", "jpg"]);
    cancel();
    await one.answer;
    const several = show(openWindow(), { filters: [images, notes, images] });
    expect(kindMenu()?.titles).toEqual(["Images", "Notes", "Images"]);
    expect(kindMenu()?.selected).toBe(0);
    expect(shownOpenPanel().showsAccessory).toBe(true);
    cancel();
    await several.answer;
  });

  test("are those that the user chooses, declared or not", async () => {
    const { answer } = show(openWindow(), { filters: [images, notes, all] });
    chooseKind(1);
    expect(shownPanel().extensions).toEqual(["note"]);
    chooseKind(2);
    expect(shownPanel().extensions).toEqual([]);
    chooseKind(0);
    expect(shownPanel().extensions).toEqual(["png", "jpeg", "jpg"]);
    cancel();
    await answer;
  });

  test("without a type in macOS hide no file", async () => {
    const { answer } = show(openWindow(), {
      filters: [{ name: "Odd", extensions: ["png", "a/b", ""] }],
    });
    expect(shownPanel().extensions).toEqual([]);
    cancel();
    await answer;
  });

  test("with two dots are found by the last of them", async () => {
    const { answer } = show(openWindow(), {
      filters: [{ name: "Archives", extensions: ["tar.gz"] }],
    });
    expect(shownPanel().extensions).toEqual(["gz", "gzip"]);
    cancel();
    await answer;
  });
});

describe("a panel for saving", () => {
  const saving = (request: Partial<FileRequest> = {}, window = openWindow()) =>
    show(window, { mode: "save", folder, ...request });

  test("begins with the name, and shows its extension", async () => {
    const { answer } = saving({ name: "a.txt" });
    expect(shownPanel()).toMatchObject({
      hidesExtension: false,
      showsTags: false,
      canCreateDirectories: true,
    });
    save();
    expect(await answer).toEqual([join(folder, "a.txt")]);
  });

  test.each([
    ["new", [images], "new.png"],
    ["new.JPG", [images], "new.JPG"],
    ["new.gif", [images], "new.gif.png"],
    ["new", [notes], "new.note"],
    ["new", [all], "new"],
    ["new", [], "new"],
    // macOS would put ".jpeg" behind it.
    ["new", [{ name: "Photos", extensions: ["jpg"] }], "new.jpg"],
    ["new.jpeg", [{ name: "Photos", extensions: ["jpg"] }], "new.jpeg.jpg"],
    ["new", [{ name: "Archives", extensions: ["tar.gz"] }], "new.tar.gz"],
  ])("gives %p the extension of %j", async (typed, filters, name) => {
    const { answer } = saving({ filters });
    save(typed);
    expect(await answer).toEqual([join(folder, name)]);
    expect(shownAlerts()).toEqual([]);
  });

  test("gives the extension of the kind that was chosen", async () => {
    const { answer } = saving({ filters: [images, notes] });
    chooseKind(1);
    save("new");
    expect(await answer).toEqual([join(folder, "new.note")]);
  });

  test("asks by itself before it replaces a file, about the final name", async () => {
    const { answer } = saving({ filters: [images] });
    save("there");
    expect(shownPanel().asksAbout).toBe("there.png");
    inPool(() => shownPanel().answerQuestion(false));
    expect(thePanels()).toHaveLength(1);
    save("there");
    inPool(() => shownPanel().answerQuestion(true));
    expect(await answer).toEqual([join(folder, "there.png")]);
    expect(shownAlerts()).toEqual([]);
  });

  test("has us ask where the final name is another one than it knows", async () => {
    const window = openWindow();
    const { answer } = saving(
      { filters: [notes, { name: "Photos", extensions: ["jpg"] }] },
      window,
    );
    chooseKind(1);
    save("there");
    expect(thePanels()).toEqual([]);
    expect(shownAlert().message).toBe("“there.jpg” already exists. Do you want to replace it?");
    expect(window.sheets.map((sheet) => sheet.window)).toEqual([shownAlert()["-window"]()]);
    press(shownAlert(), 1);
    // The panel is there again, as it was left.
    await Promise.resolve();
    expect(shownPanel().nameField.value?.text).toBe("there.jpg");
    expect(kindMenu()?.selected).toBe(1);
    save("there");
    press(shownAlert(), 0);
    expect(await answer).toEqual([join(folder, "there.jpg")]);
  });

  test("never replaces a folder", async () => {
    const { answer } = saving({ filters: [{ name: "Photos", extensions: ["jpg"] }] });
    save("album");
    expect(shownAlert().message).toBe("A folder with the name “album.jpg” already exists.");
    press(shownAlert(), 0);
    await Promise.resolve();
    cancel();
    expect(await answer).toEqual([]);
  });
});

describe("a panel on a window that is hidden", () => {
  for (const isSlow of [false, true])
    test(`goes on by itself${isSlow ? ", also where it takes its time to close" : ""}`, async () => {
      using service = new DisposableStack();
      panelService.isSlow = isSlow;
      service.defer(() => (panelService.isSlow = false));
      const window = openWindow();
      const { answer } = show(window, { mode: "save", folder, name: "a.png" });
      inPool(() => orderOut(window.address));
      expect([window.isShown, window.sheets]).toEqual([false, []]);
      expect(shownPanel().nameField.value?.text).toBe("a.png");
      save();
      expect(await answer).toEqual([join(folder, "a.png")]);
      expect(thePanels()).toEqual([]);
    });

  test("stays away where it was dismissed before", async () => {
    using service = new DisposableStack();
    panelService.isSlow = true;
    service.defer(() => (panelService.isSlow = false));
    const window = openWindow();
    const { queue, id, answer } = show(window);
    inPool(() => queue.dismiss(id));
    inPool(() => orderOut(window.address));
    expect(thePanels()).toEqual([]);
    expect(await answer).toEqual([]);
  });
});

describe("a dialog for files that is dismissed", () => {
  test("goes, and settles with nothing", async () => {
    for (const mode of ["open", "folder", "save"] as const) {
      const window = openWindow();
      const { answer, queue, id } = show(window, { mode, filters: [images, notes] });
      queue.dismiss(id);
      expect(await answer).toEqual([]);
      expect([thePanels(), window.sheets]).toEqual([[], []]);
    }
  });

  test("goes with the question that it has asked", async () => {
    const { answer, queue, id } = show(openWindow(), { mode: "save", folder });
    save("there.png");
    expect(shownPanel().asksAbout).toBe("there.png");
    queue.dismiss(id);
    expect(await answer).toEqual([]);
    expect(thePanels()).toEqual([]);
  });

  test("goes while we ask", async () => {
    const photos = { name: "Photos", extensions: ["jpg"] };
    const { answer, queue, id } = show(openWindow(), { mode: "save", folder, filters: [photos] });
    save("there");
    queue.dismiss(id);
    expect(await answer).toEqual([]);
    expect([thePanels(), shownAlerts()]).toEqual([[], []]);
  });
});

test("a hundred dialogs for files leave nothing", async () => {
  const window = openWindow();
  for (let round = 0; round < 100; round++) {
    const { answer } = show(window, {
      mode: round % 2 === 0 ? "open" : "save",
      folder,
      filters: [images, notes],
    });
    if (round % 3 === 0) cancel();
    else if (round % 2 === 0) accept("/tmp/a");
    else save("new");
    await answer;
    settle();
  }
  expect(thePanels()).toEqual([]);
});
