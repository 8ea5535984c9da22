// Key combinations from the whole screen, pressed while another program has the keyboard.

import { afterEach, expect } from "bun:test";
import {
  onDisplay,
  shareApp,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import type { TestPage } from "../support/app/pages-app.ts";
import { missingPrograms } from "../../harness/display.ts";
import { waitFor } from "../../harness/wait.ts";
import { close } from "../../harness/x.ts";

const config = { framework: { allowlist: { globalShortcut: { all: true } } } };
const shared = shareApp({ windows: ["main", "second"], config });

/** Presses keys on the keyboard, wherever it is. */
async function press(...keys: readonly string[]): Promise<void> {
  const { session } = shared.app;
  const program = session.start(["xdotool", ...keys.flatMap((key) => ["key", key])]);
  await program.endWith(0);
}

const register = (page: TestPage, ...shortcuts: readonly string[]): Promise<unknown> =>
  page.run(
    `window.heard ??= [];
     await __FRAMEWORK__.globalShortcut.registerAll(args, (shortcut) => heard.push(shortcut));`,
    ...shortcuts,
  );

/** The events of a page, once the last of them has come. */
async function heardUntil(page: TestPage, last: string): Promise<unknown> {
  await waitFor(`"${last}"`, async () => (await page.run("return heard.at(-1)")) === last, {
    state: async () => JSON.stringify(await page.run("return heard")),
  });
  return page.run("return heard.splice(0)");
}

if (missingPrograms().length === 0) {
  afterEach(async () => {
    for (const label of ["main", "second"]) {
      await shared.app
        .page(label)
        .run("window.heard = []; await __FRAMEWORK__.globalShortcut.unregisterAll();");
    }
  });
}

onDisplay("a page hears its combinations, and no others", async () => {
  const page = shared.app.page();
  await register(page, "CommandOrControl+Shift+K", "F9", "Alt+Plus");
  await press("ctrl+k", "shift+ctrl+k", "ctrl+F9", "ctrl+alt+shift+k", "F9", "F9", "alt+plus");
  expect(await heardUntil(page, "Alt+Plus")).toEqual([
    "CommandOrControl+Shift+K",
    "F9",
    "F9",
    "Alt+Plus",
  ]);
});

onDisplay("Caps Lock and Num Lock make no difference", async () => {
  const page = shared.app.page();
  await register(page, "Ctrl+J", "F10");
  for (const lock of ["Caps_Lock", "Num_Lock"]) {
    await press(lock, "ctrl+j");
    expect(await heardUntil(page, "Ctrl+J")).toEqual(["Ctrl+J"]);
  }
  await press("Num_Lock", "Caps_Lock", "F10");
  expect(await heardUntil(page, "F10")).toEqual(["F10"]);
});

const useLayouts = (layouts: string): Promise<unknown> =>
  shared.app.session.start(["setxkbmap", layouts]).endWith(0);

onDisplay(
  "letters are found on the second of two layouts, and need no other keys for it",
  async () => {
    const page = shared.app.page();
    const letterK = 45;
    await register(page, "Ctrl+K", "F10");
    try {
      await useLayouts("ru,us");
      // The app registers its keys again when it gets the change.
      await waitFor('"Ctrl+K"', async () => {
        await press(`ctrl+${letterK}`, "F10");
        return ((await heardUntil(page, "F10")) as string[]).includes("Ctrl+K");
      });
      await press(`shift+ctrl+${letterK}`, "F10", `ctrl+${letterK}`);
      expect(await heardUntil(page, "Ctrl+K")).toEqual(["F10", "Ctrl+K"]);
      // The same for shortcuts that are registered from now on.
      await page.call("globalShortcut.unregisterAll");
      await register(page, "Ctrl+K", "F10");
      await press(`shift+ctrl+${letterK}`, "F10", `ctrl+${letterK}`);
      expect(await heardUntil(page, "Ctrl+K")).toEqual(["F10", "Ctrl+K"]);
    } finally {
      await useLayouts("us");
    }
  },
);

onDisplay("numbers of the keypad are heard without Shift, with Num Lock and without", async () => {
  const page = shared.app.page();
  const [keypad5, keypadPoint] = [84, 91];
  await register(page, "Ctrl+Numpad5", "NumpadDecimal", "F10");
  for (const lock of [[], ["Num_Lock"]]) {
    await press(
      ...lock,
      `ctrl+${keypad5}`,
      `${keypadPoint}`,
      `shift+ctrl+${keypad5}`,
      ...lock,
      "F10",
    );
    expect(await heardUntil(page, "F10")).toEqual(["Ctrl+Numpad5", "NumpadDecimal", "F10"]);
  }
});

onDisplay(
  "a combination is heard from each key that gives it, as those of a headset do",
  async () => {
    const page = shared.app.page();
    const [keyboard, headset] = [172, 208];
    await register(page, "MediaPlayPause", "F10");
    await press(`${keyboard}`, `${headset}`, "F10");
    expect(await heardUntil(page, "F10")).toEqual(["MediaPlayPause", "MediaPlayPause", "F10"]);
    await page.call("globalShortcut.unregister", "MediaPlayPause");
    await press(`${keyboard}`, `${headset}`, "F10");
    expect(await heardUntil(page, "F10")).toEqual(["F10"]);
  },
);

for (const layout of ["us", "de", "fr", "be", "cz"]) {
  onDisplay(
    `digits are heard from the keys that have them on it, as on a keyboard of "${layout}"`,
    async () => {
      const page = shared.app.page();
      // From "1" to "9", then "0", in the row above the letters.
      const keys = Array.from({ length: 10 }, (_, index) => ({
        digit: (index + 1) % 10,
        keycode: 10 + index,
      }));
      const shortcuts = keys.map(({ digit }) => `Ctrl+${digit}`);
      try {
        await useLayouts(layout);
        // Also when they are taken after the change, not anew because of it.
        await register(page, ...shortcuts, "Ctrl+Shift+1", "F10");
        await waitFor("every digit", async () => {
          await press(...keys.map(({ keycode }) => `ctrl+${keycode}`), "F10");
          return Bun.deepEquals(await heardUntil(page, "F10"), [...shortcuts, "F10"]);
        });
        await press("shift+ctrl+10", "shift+ctrl+11", "F10");
        expect(await heardUntil(page, "F10")).toEqual(["Ctrl+Shift+1", "F10"]);
      } finally {
        await useLayouts("us");
      }
    },
  );
}

onDisplay(
  "signs that need AltGr on this keyboard are heard with AltGr, and with nothing else",
  async () => {
    const page = shared.app.page();
    const [altGr, digit8] = [108, 17];
    await register(page, "Ctrl+BracketLeft", "F10");
    try {
      await useLayouts("de");
      // The app registers its keys again when it gets the change.
      await waitFor('"Ctrl+BracketLeft"', async () => {
        await press(`${altGr}+ctrl+${digit8}`, "F10");
        return ((await heardUntil(page, "F10")) as string[]).includes("Ctrl+BracketLeft");
      });
      await press(`shift+ctrl+${digit8}`, `ctrl+${digit8}`, "F10");
      expect(await heardUntil(page, "F10")).toEqual(["F10"]);
    } finally {
      await useLayouts("us");
    }
  },
);

onDisplay("keys that are held are one press", async () => {
  const page = shared.app.page();
  await register(page, "F9", "F10");
  const { session } = shared.app;
  // A press without a release in between is the repetition of a held key.
  await session.start(["xdotool", "keydown", "F9"]).end();
  await session.start(["xdotool", "keydown", "F9", "sleep", "1", "keyup", "F9"]).end();
  await press("F10");
  expect(await heardUntil(page, "F10")).toEqual(["F9", "F10"]);
  await press("F9");
  expect(await heardUntil(page, "F9")).toEqual(["F9"]);
});

onDisplay("a released shortcut goes to other programs again", async () => {
  const page = shared.app.page();
  await register(page, "F9", "F10");
  await page.call("globalShortcut.unregister", "f9");
  expect(await page.call("globalShortcut.isRegistered", "F9")).toBe(false);
  await press("F9", "F10");
  expect(await heardUntil(page, "F10")).toEqual(["F10"]);
  await register(page, "F9");
  await press("F9");
  expect(await heardUntil(page, "F9")).toEqual(["F9"]);
});

onDisplay(
  "a combination that the app has by another name is refused, and stays what it was",
  async () => {
    const page = shared.app.page();
    await register(page, "Alt+Plus");
    await expect(register(page, "Alt+Shift+Equal")).rejects.toMatchObject({
      code: "unavailable",
      message:
        'Cannot register the shortcut "Alt+Shift+Equal": this app has it already, as "Alt+Plus"',
    });
    await press("alt+plus");
    expect(await heardUntil(page, "Alt+Plus")).toEqual(["Alt+Plus"]);
  },
);

onDisplay(
  "a combination that another program has is refused by name, until that program ends",
  async () => {
    const page = shared.app.page();
    await using other: DisplayApp = await startDisplayApp(shared.app.session, {
      windows: ["other"],
      config,
    });
    await register(other.page("other"), "Ctrl+F11");
    await expect(register(page, "F9", "Ctrl+F11")).rejects.toMatchObject({
      code: "unavailable",
      message: 'Cannot register the shortcut "Ctrl+F11": another program has it',
    });
    expect(await page.call("globalShortcut.isRegistered", "F9")).toBe(false);
    await register(page, "F11");
    await press("F11", "ctrl+F11");
    expect(await heardUntil(other.page("other"), "Ctrl+F11")).toEqual(["Ctrl+F11"]);
    expect(await heardUntil(page, "F11")).toEqual(["F11"]);
    await close(other.session, (await other.window("other")).id);
    await other.running.end();
    await register(page, "Ctrl+F11");
    await press("ctrl+F11");
    expect(await heardUntil(page, "Ctrl+F11")).toEqual(["Ctrl+F11"]);
  },
);

onDisplay("shortcuts end when their page is loaded anew", async () => {
  const [page, other] = [shared.app.page(), shared.app.page("second")];
  await register(page, "F9");
  await page.reload();
  await waitFor(
    "the end of the shortcut",
    async () => (await other.call("globalShortcut.isRegistered", "F9")) === false,
  );
  await register(other, "F9");
  await press("F9");
  expect(await heardUntil(other, "F9")).toEqual(["F9"]);
});

onDisplay("a key that this keyboard lacks is refused by name", async () => {
  await expect(register(shared.app.page(), "F35")).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot register the shortcut "F35": this keyboard has no such key',
  });
});
