// The services of the Windows platform, from outside: what the X server, other programs of Windows
// and of Linux, and the registry see of them.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { MenuItem, TraySpec } from "../../src/contract/ui/index.ts";
import type { Accelerator } from "../../src/contract/patterns/accelerator.ts";
import type { OpenProgram } from "../../src/contract/open-programs.ts";
import { pngFile } from "../../harness/png.ts";
import { patience, waitFor } from "../../harness/wait.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { WineTray } from "../../harness/wine-tray.ts";
import { windowsBun } from "../../harness/wine-prefix.ts";
import { focus, picture, windowTitled } from "../../harness/x.ts";
import { run } from "../../harness/x-program.ts";
import { actionItem as action, submenuItem } from "../support/app/menu-items.ts";
import { ServiceApp } from "./cases/service-app.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const forgetful = join(import.meta.dir, "programs/forgetful-shell-program.ts");

const red = [220, 30, 30];
const blue = [30, 30, 220];
const plain = (colour: readonly number[]) => {
  const pixels = Uint8Array.from({ length: 32 * 32 * 3 }, (_, index) => colour[index % 3] ?? 0);
  return new Uint8Array(pngFile({ width: 32, height: 32, pixels }));
};

const traySpec = (menu: readonly MenuItem[], change: Partial<TraySpec> = {}): TraySpec => ({
  id: "org.example.services",
  icon: plain(red),
  title: null,
  tooltip: "Tip & more",
  menu,
  iconAsTemplate: false,
  menuOnLeftClick: true,
  ...change,
});

describe.skipIf(missing !== null)("services on Windows", () => {
  let wine: WineSession;
  let app: ServiceApp;
  let tray: WineTray;

  beforeAll(async () => {
    wine = await startWine();
    tray = new WineTray(wine.session);
    app = await ServiceApp.start(wine, {
      FRAMEWORK_PRIVATE_KEY: "secret",
      FRAMEWORK_OTHER: "said to all",
    });
    // Wine hears keys where one of its windows has the keyboard: the one that stands for the
    // notification area.
    await app.call("tray.show", traySpec([]));
    await focus(wine.session, (await trayWindow()).id);
  }, patience);

  afterAll(async () => {
    const { thrown } = app;
    await wine[Symbol.asyncDispose]();
    expect(thrown).toEqual([]);
  }, patience);

  const xdotool = (...args: string[]) => run(wine.session, ["xdotool", ...args]);

  const trayWindow = () => windowTitled(wine.session, "Wine System Tray");

  describe("the clipboard", () => {
    test("gives back what was put into it, whatever the text", async () => {
      const texts = ["text", "“é ✓ 😀”\n<b>\r\n", "a\r\nb\rc\nd\r", "x".repeat(1_000_000), ""];
      for (const text of texts) {
        await app.call("clipboard.write", { text });
        expect((await app.call("clipboard.read", null)) === text).toBeTrue();
      }
    });

    test("holds no NUL and no half characters", async () => {
      await app.call("clipboard.write", { text: "a\0b \ud83d c" });
      expect(await app.call("clipboard.read", null)).toBe("a\uFFFDb \uFFFD c");
    });

    test("is the same for another program of Windows", async () => {
      await using other = await ServiceApp.start(wine);
      await app.call("clipboard.write", { text: "from one 😀" });
      expect(await other.call("clipboard.read", null)).toBe("from one 😀");
      await other.call("clipboard.write", { text: "from the other" });
      expect(await app.call("clipboard.read", null)).toBe("from the other");
    });

    test("is the same for a program of Linux", async () => {
      const script = join(import.meta.dir, "programs/x-clipboard-program.ts");
      await app.call("clipboard.write", { text: "to Linux 😀" });
      // A request to Wine while it takes over the display's clipboard gets no answer, so it is
      // repeated.
      const seen = await waitFor("an answer to Linux", async () => {
        await using reader = wine.session.start([process.execPath, script]);
        return await reader.line(/"|null/, { timeout: 3000 }).catch(() => null);
      });
      expect(seen).toBe('"to Linux 😀"');
      await waitFor("the text of Linux", async () => {
        // Wine misses what is new while a program has the clipboard open, as the one below has now
        // and then.
        await using writer = wine.session.start([process.execPath, script, "from Linux 😀"]);
        await writer.line("written", { timeout: 15_000 });
        const read = async () => (await app.call("clipboard.read", null)) === "from Linux 😀";
        return await waitFor("the text", read, { timeout: 3000 }).catch(() => false);
      });
    });

    test("waits while another program holds it, in order, and the app goes on", async () => {
      await using holder = wine.bun(join(import.meta.dir, "programs/clipboard-holder-program.ts"));
      await holder.line("held");
      const write = app.send("clipboard.write", { text: "late" });
      const read = app.send("clipboard.read", null);
      await app.call("shortcut.unregister", { id: 0 });
      expect([write, read].map((id) => app.isAnswered(id))).toEqual([false, false]);
      holder.write("go on\n");
      await waitFor("both answers", () => app.isAnswered(write) && app.isAnswered(read));
      expect(await app.call("clipboard.read", null)).toBe("late");
    });

    test("that another program never gives back cannot be had", async () => {
      await using holder = wine.bun(join(import.meta.dir, "programs/clipboard-holder-program.ts"));
      await holder.line("held");
      await expect(app.call("clipboard.read", null)).rejects.toThrow("another program holds it");
    });
  });

  describe("a shortcut", () => {
    const cases: readonly [string, Accelerator][] = [
      ["ctrl+shift+k", { modifiers: ["control", "shift"], key: "KeyK" }],
      ["alt+1", { modifiers: ["alt"], key: "Digit1" }],
      ["super+F9", { modifiers: ["super"], key: "F9" }],
      ["ctrl+Up", { modifiers: ["control"], key: "ArrowUp" }],
      ["ctrl+alt+Next", { modifiers: ["control", "alt"], key: "PageDown" }],
      ["ctrl+slash", { modifiers: ["control"], key: "Slash" }],
      ["ctrl+grave", { modifiers: ["control"], key: "Backquote" }],
      ["ctrl+shift+equal", { modifiers: ["control"], key: "Plus" }],
      ["ctrl+space", { modifiers: ["control"], key: "Space" }],
      ["ctrl+KP_Add", { modifiers: ["control"], key: "NumpadAdd" }],
    ];
    for (const [keys, accelerator] of cases) {
      test(`${keys} is heard, and not any more when it was given back`, async () => {
        const { length } = app.events("shortcut.pressed");
        await app.call("shortcut.register", { id: 70_000 + length, accelerator, text: keys });
        // X hands the key over some time later.
        await waitFor("the shortcut", async () => {
          await xdotool("key", keys);
          return app.events("shortcut.pressed").length > length;
        });
        expect(app.events("shortcut.pressed").at(-1)).toEqual({ id: 70_000 + length });
        await app.call("shortcut.unregister", { id: 70_000 + length });
        const reported = app.events("shortcut.pressed").length;
        await xdotool("key", keys);
        await app.call("clipboard.read", null);
        expect(app.events("shortcut.pressed").length).toBe(reported);
      });
    }

    test("belongs to the program that had it first", async () => {
      await using other = await ServiceApp.start(wine);
      const registration = {
        id: 1,
        accelerator: { modifiers: ["control"], key: "F7" },
        text: "Ctrl+F7",
      } as const;
      await other.call("shortcut.register", registration);
      await expect(app.call("shortcut.register", registration)).rejects.toThrow(
        'Cannot register the shortcut "Ctrl+F7": another program has it',
      );
      await other.call("shortcut.unregister", { id: 1 });
      await app.call("shortcut.register", registration);
      await app.call("shortcut.unregister", { id: 1 });
    });

    test("of a key that no keyboard has is refused", async () => {
      const accelerator = { modifiers: ["control"], key: "F30" } as const;
      await expect(
        app.call("shortcut.register", { id: 1, accelerator, text: "Ctrl+F30" }),
      ).rejects.toThrow("this keyboard has no such key");
    });
  });

  async function colourAt([x, y]: readonly [number, number]): Promise<number[]> {
    return [...picture(wine.session, { x, y, width: 1, height: 1 }).pixels];
  }

  describe("the icon in the tray", () => {
    test("is the picture, and changes", async () => {
      const place = await tray.iconAt();
      for (const colour of [red, blue, red]) {
        await app.call("tray.show", traySpec([], { icon: plain(colour) }));
        await waitFor("the colour", async () => Bun.deepEquals(await colourAt(place), colour));
      }
    });

    test("tells clicks with their place", async () => {
      const place = await tray.iconAt();
      const position = { x: place[0], y: place[1] };
      const before = app.events("tray.clicked").length;
      const clicksUntil = async (count: number) =>
        (await app.eventsUntil("tray.clicked", before + count)).slice(before);
      await tray.clickAt(place, "2");
      await clicksUntil(1);
      await tray.clickAt(place, "3");
      await clicksUntil(2);
      await tray.clickAt(place, "--repeat", "2", "--delay", "50", "1");
      expect(await clicksUntil(4)).toEqual(
        (["middle", "right", "left", "double"] as const).map((click) => ({ click, position })),
      );
    });

    test("bytes that are no picture are refused, and it stays", async () => {
      const icon = new Uint8Array([1, 2, 3]);
      await expect(app.call("tray.show", traySpec([], { icon }))).rejects.toThrow("as an icon");
      const place = await tray.iconAt();
      await xdotool("mousemove", "900", "700");
      await waitFor("the icon as it was", async () => Bun.deepEquals(await colourAt(place), red));
    });

    test("comes back when a new shell says that it knows no icons", async () => {
      const { code } = await wine.run([windowsBun() ?? "", wine.windowsPath(forgetful)]);
      expect(code).toBe(0);
      await waitFor("the icon", async () =>
        Bun.deepEquals(await colourAt(await tray.iconAt()), red),
      );
    });
  });

  describe("the menu in the tray", () => {
    const menu = [
      action("one", { text: "One & two", checked: true }),
      action("grey", { enabled: false }),
      { kind: "separator" },
      submenuItem("More", [action("inner")]),
      action("last", { accelerator: { modifiers: ["control"], key: "KeyQ" } }),
    ] as const;

    async function openMenu(items: readonly MenuItem[]) {
      await app.call("tray.show", traySpec(items));
      await tray.clickAt(await tray.iconAt(), "3");
      return tray.menuArea("bun.exe");
    }

    test("tells what was chosen in it, and the app goes on meanwhile", async () => {
      const area = await openMenu(menu);
      expect(await app.call("clipboard.write", { text: "meanwhile" })).toBeNull();
      await tray.clickIn(area, 10);
      const chosen = await app.eventsUntil("tray.menuClicked", 1);
      expect(chosen).toEqual([{ item: "one" }]);
    });

    test("goes away, with nothing chosen, when the user clicks elsewhere", async () => {
      const reported = app.events("tray.menuClicked").length;
      await openMenu(menu);
      await tray.clickAt([900, 700], "1");
      // Only when it is closed another one opens at the first click.
      const area = await openMenu([action("only")]);
      await tray.clickIn(area, 10);
      const chosen = await app.eventsUntil("tray.menuClicked", reported + 1);
      expect(chosen.slice(reported)).toEqual([{ item: "only" }]);
    });

    test("an item that is disabled while its menu is open cannot be chosen any more", async () => {
      const reported = app.events("tray.menuClicked").length;
      const area = await openMenu([action("first"), action("second")]);
      await app.call(
        "tray.show",
        traySpec([action("first", { enabled: false }), action("second")]),
      );
      await tray.clickIn(area, 10);
      await tray.clickIn(area, 30);
      const chosen = await app.eventsUntil("tray.menuClicked", reported + 1);
      expect(chosen.slice(reported)).toEqual([{ item: "second" }]);
    });
  });

  test("a notification is shown beside the tray's icon, and goes with the app", async () => {
    await using other = await ServiceApp.start(wine);
    const request = { title: "Title", body: "Body 😀 & more", icon: null, sound: null };
    const free = await colourAt(await tray.iconAt(1));
    await other.call("notification.show", request);
    await waitFor(
      "its icon",
      async () => !Bun.deepEquals(await colourAt(await tray.iconAt(1)), free),
    );
    await other.call("notification.show", { ...request, body: "", sound: "default" });
    await other.call("app.quit", { code: 3 });
    expect((await other.program.end()).code).toBe(3);
    await waitFor("its end", async () =>
      Bun.deepEquals(await colourAt(await tray.iconAt(1)), free),
    );
  });

  test("an app without windows that is asked to end does so in its own time, with all that it needs for that", async () => {
    await using other = await ServiceApp.start(wine);
    await other.call("clipboard.write", { text: "before" });
    const pid = String(other.events("ready" as never)[0]);
    expect(await wine.run(["taskkill.exe", "/pid", pid])).toMatchObject({ code: 0 });
    expect(await other.eventsUntil("app.terminate", 1)).toEqual([
      { reason: "another program has asked for it" },
    ]);
    expect(await other.call("clipboard.read", null)).toBe("before");
    await other.call("app.quit", { code: 3 });
    expect((await other.program.end()).code).toBe(3);
  });

  describe("addresses", () => {
    const file = () => join(wine.prefix, "drive_c", "opened.exe");
    const reported = () => `${file()}.json`;
    /** Its variables, without the key that was said to the app alone. */
    const seen = ["FRAMEWORK_OTHER"];
    const opened = async (): Promise<unknown> => {
      await waitFor(
        "what was opened",
        () => existsSync(reported()) && readFileSync(reported(), "utf8") !== "",
      );
      const text = readFileSync(reported(), "utf8");
      rmSync(reported());
      return JSON.parse(text);
    };
    // Wine looks for applications in the machine's classes alone.
    const add = (key: string, value: string, ...name: string[]) =>
      wine.run([
        "reg.exe",
        "add",
        `HKLM\\Software\\${key}`,
        ...(name.length > 0 ? name : ["/ve"]),
        "/d",
        value,
        "/f",
      ]);

    beforeAll(async () => {
      const script = join(import.meta.dir, "programs/opened-program.ts");
      const { exitCode, stderr } = Bun.spawnSync([
        process.execPath,
        "build",
        "--compile",
        `--compile-executable-path=${windowsBun()}`,
        "--target=bun-windows-x64",
        `--outfile=${file()}`,
        script,
      ]);
      if (exitCode !== 0) throw new Error(stderr.toString());
      await add("Classes\\fake", "", "/v", "URL Protocol");
      await add("Classes\\fake\\shell\\open\\command", 'C:\\opened.exe "%1"');
      await add("Microsoft\\Windows\\CurrentVersion\\App Paths\\firefox.exe", "C:\\opened.exe");
    }, patience);

    test("go to the application that the user has for them, without what was said to this one alone", async () => {
      await app.call("shell.open", { address: "fake:one%20two&three" });
      expect(await opened()).toEqual({ args: ["fake:one%20two&three"], seen });
    });

    test("that nothing opens are errors", async () => {
      await expect(app.call("shell.open", { address: "nothing-such:x" })).rejects.toThrow(
        'Cannot open "nothing-such:x": no application opens addresses of this kind',
      );
    });

    test("go to a program that is installed, as one argument", async () => {
      for (const address of ["https://example.org/?a=b&c d", 'https://example.org/"x\\" y\\']) {
        await app.call("shell.openWith", { address, program: "firefox" });
        expect(await opened()).toEqual({ args: [address], seen });
      }
    });

    test("go to no program that is not installed", async () => {
      for (const program of ["chrome", "gnome-open", "safari"] satisfies OpenProgram[]) {
        await expect(
          app.call("shell.openWith", { address: "https://example.org/", program }),
        ).rejects.toThrow(
          `Cannot open "https://example.org/" with "${program}": it is not installed`,
        );
      }
    });
  });

  describe("the end", () => {
    test("Ctrl-C asks the app to end, and a second one ends it", async () => {
      await using other = await ServiceApp.start(wine);
      other.pressCtrlC();
      expect(await other.eventsUntil("app.terminate", 1)).toEqual([{ reason: "SIGINT" }]);
      await other.call("shortcut.unregister", { id: 1 });
      other.pressCtrlC();
      expect((await other.program.end()).code).not.toBe(0);
    });

    test("of the session is refused by an app that wants to go on", async () => {
      await using own = await startWine();
      await using other = await ServiceApp.start(own, { REFUSES_END: "1" });
      await using ending = own.start(["wineboot.exe", "--end-session"]);
      expect(await other.eventsUntil("app.exitRequested", 1)).toEqual([{ reason: "session" }]);
      await ending.end();
      expect(await other.call("clipboard.read", null)).toBeNull();
      other.send("app.quit", { code: 0 });
      await other.program.end();
      expect(other.events("app.terminate")).toEqual([]);
    });

    test("of the session waits until the app has ended", async () => {
      await using own = await startWine();
      await using other = await ServiceApp.start(own);
      await using _ = own.start(["wineboot.exe", "--end-session"]);
      expect(await other.eventsUntil("app.terminate", 1)).toEqual([
        { reason: "the end of the session" },
      ]);
      expect(await other.call("clipboard.read", null)).toBeNull();
      other.send("app.quit", { code: 0 });
      await other.program.end();
    });
  });
});
