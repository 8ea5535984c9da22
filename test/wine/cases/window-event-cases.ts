import { strict as assert } from "node:assert";
import { heldObjects } from "../../../src/native/ffi/held.ts";
import type { Theme } from "../../../src/contract/window/window.ts";
import { struct } from "../../../src/native/ffi/struct.ts";
import { E_FAIL, S_OK } from "../../../src/native/windows/com/hresult.ts";
import { kernel32 } from "../../../src/native/windows/lib/kernel32.ts";
import { FORMATETC, STGMEDIUM } from "../../../src/native/windows/lib/ole32.ts";
import { bytesAt } from "../../../src/native/windows/memory.ts";
import {
  IDataObject,
  ServedDropTarget,
  serveDrops,
} from "../../../src/native/windows/window/file-drop.ts";
import { addressOf, comInterface, comObject } from "../../../src/native/windows/com/client.ts";
import {
  lend,
  serve,
  servedInterface,
  servedObjects,
} from "../../../src/native/windows/com/server.ts";
import { RECT, user32 } from "../../../src/native/windows/lib/user32.ts";
import { library } from "../../../src/native/windows/library.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";
import {
  areaOf,
  innerArea,
  outerArea,
  scaleOf,
} from "../../../src/native/windows/window/pixels.ts";
import { later, soon } from "../../../src/native/windows/loop.ts";
import { openWaker } from "../../../src/native/windows/wake.ts";
import { wakeBy } from "../../../src/native/wake.ts";
import { patience } from "../../../harness/wait.ts";
import type { WindowCase } from "./window-cases.ts";
import { style } from "./window-field-cases.ts";
import { replaced, testUser32 } from "./window-stage.ts";

const WM_CLOSE = 0x10;
const WM_SYSCOMMAND = 0x112;
const WM_SETTINGCHANGE = 0x1a;
const WM_GETDPISCALEDSIZE = 0x2e4;
const WM_DPICHANGED = 0x2e0;
const SC_CLOSE = 0xf060;

const registry = library("advapi32.dll", {
  // (key, path below it, value, type, data, its bytes) → error
  RegSetKeyValueW: "lppupu>i",
  RegDeleteKeyValueW: "lpp>i",
});
const HKEY_CURRENT_USER = -0x7fff_ffff;
const REG_DWORD = 4;
const personalize = wide("Software\\Microsoft\\Windows\\CurrentVersion\\Themes\\Personalize");
const appsUseLightTheme = wide("AppsUseLightTheme");

const testKernel32 = library("kernel32.dll", { GetCurrentProcess: ">l" });
const GR_USEROBJECTS = 1;
const GR_GDIOBJECTS = 0;

const handles = (kind: number) =>
  testUser32.GetGuiResources(testKernel32.GetCurrentProcess(), kind);

const SIZE = struct({ cx: "i32", cy: "i32" });

const CF_UNICODETEXT = 13;
const CF_HDROP = 15;
const S_FALSE = 1;
const TYMED_HGLOBAL = 1;
const GMEM_MOVEABLE = 2;
const DROPEFFECT_COPY = 1;
const DROPEFFECT_MOVE = 2;
const DROPEFFECT_LINK = 4;
const pageMark = () => user32.RegisterClipboardFormatW(wide("chromium/x-renderer-taint"));

const DropTarget = comInterface("IDropTarget", ServedDropTarget.iid, {
  DragEnter: "3:pulp>i",
  DragOver: "4:ulp>i",
  DragLeave: "5:>i",
  Drop: "6:pulp>i",
});

const ServedData = servedInterface(IDataObject.iid, {
  GetData: "pp>i",
  GetDataHere: "pp>i",
  QueryGetData: "p>i",
});

/** The dragged data, in these forms. Without a path, a request for it is an error. */
function serveData(forms: readonly number[], path?: string): number {
  return serve([ServedData], {
    GetData: (_form, medium) => {
      if (path === undefined) return E_FAIL;
      STGMEDIUM.at(medium).fill({ tymed: TYMED_HGLOBAL, hGlobal: droppedFile(path) });
      return S_OK;
    },
    GetDataHere: () => E_FAIL,
    QueryGetData: (form) => (forms.includes(FORMATETC.at(form).get("cfFormat")) ? 0 : S_FALSE),
  });
}

/**
 * DROPFILES of shlobj_core.h: where the list of paths begins, a place, two flags of which the last
 * one is for UTF-16.
 */
function droppedFile(path: string): number {
  const start = new Uint8Array(new Uint32Array([20, 0, 0, 0, 1]).buffer);
  const bytes = Buffer.concat([start, Buffer.from(`${path}\0\0`, "utf16le")]);
  const memory = kernel32.GlobalAlloc(GMEM_MOVEABLE, bytes.length);
  const address = kernel32.GlobalLock(memory);
  if (address === null) throw new Error("Cannot lock the memory of a dropped file");
  bytesAt(address, bytes.length).set(bytes);
  kernel32.GlobalUnlock(memory);
  return memory;
}

export const eventCases: readonly WindowCase[] = [
  {
    name: "a window asks before it closes, and one that cannot be closed is not asked by its button",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = await stage.openFocused({ title: "closing" });
      user32.SendMessageW(window.handle, WM_CLOSE, 0, 0);
      assert.equal(stage.heard("window.closeRequested", window).length, 1);
      assert.ok(stage.read(window).isVisible);
      await stage.outside("press", "closing", "alt+F4");
      await stage.until("the question", () => stage.heard("window.closeRequested", window)[1]);
      await stage.apply(window, "setClosable", false);
      user32.SendMessageW(window.handle, WM_SYSCOMMAND, SC_CLOSE, 0);
      assert.equal(stage.heard("window.closeRequested", window).length, 2);
      stage.destroy(window);
      assert.equal(stage.heard("window.closed", window).length, 1);
      assert.ok(stage.view(window).calls.some(([name]) => name === "close"));
    },
  },
  {
    name: "a window says where it was moved, and how large it has become",
    async run(stage) {
      const window = await stage.openFocused();
      const since = stage.emitted.length;
      await stage.apply(window, "setPosition", { type: "Physical", x: 90, y: 75 });
      await stage.apply(window, "setSize", { type: "Physical", width: 420, height: 310 });
      assert.deepEqual(stage.emitted.slice(since), [
        {
          event: "window.moved",
          payload: { window: window.spec.label, position: { x: 90, y: 75 } },
        },
        {
          event: "window.resized",
          payload: { window: window.spec.label, size: { width: 420, height: 310 } },
        },
      ]);
    },
  },
  {
    name: "a window that is moved and resized at once says both",
    async run(stage) {
      const window = stage.open({ position: { x: 50, y: 60 } });
      assert.deepEqual(
        [stage.heard("window.moved", window), stage.heard("window.resized", window)],
        [[], []],
      );
      await stage.rest(window);
      for (const name of ["maximize", "unmaximize"] as const) {
        const since = stage.emitted.length;
        await stage.apply(window, name, null);
        await stage.rest(window);
        const { outerPosition, innerSize } = stage.read(window);
        const last = (wanted: string) =>
          stage.emitted.slice(since).findLast(({ event }) => event === wanted)?.payload;
        const { label } = window.spec;
        assert.deepEqual(last("window.moved"), { window: label, position: outerPosition });
        assert.deepEqual(last("window.resized"), { window: label, size: innerSize });
      }
    },
  },
  {
    name: "a window says when it gets the keyboard, and when it loses it",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = await stage.openFocused();
      const other = await stage.openFocused();
      const focus = () => stage.heard("window.focused", window).map(({ isFocused }) => isFocused);
      assert.deepEqual(focus(), [true, false]);
      stage.destroy(other);
      await stage.until("the keyboard back", () => (focus().length === 3 ? true : undefined));
      assert.deepEqual(focus(), [true, false, true]);
    },
  },
  {
    name: "windows follow the theme that their user chooses, unless the app asks for one",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const [window, other] = [stage.open(), stage.open()];
      const choose = (isLight: number) => {
        const value = new Uint32Array([isLight]);
        registry.RegSetKeyValueW(
          HKEY_CURRENT_USER,
          personalize,
          appsUseLightTheme,
          REG_DWORD,
          value,
          4,
        );
        const name = wide("ImmersiveColorSet");
        for (const { handle } of [window, other])
          user32.SendMessageW(handle, WM_SETTINGCHANGE, 0, addressOf(name));
      };
      assert.equal(stage.read(window).theme, "light");
      choose(0);
      assert.equal(stage.read(window).theme, "dark");
      choose(0);
      const ask = async (theme: Theme | null) => {
        await stage.apply(other, "setTheme", theme);
        return [stage.read(window).theme, stage.read(other).theme];
      };
      assert.deepEqual(await ask("light"), ["light", "light"]);
      choose(0);
      assert.equal(stage.read(window).theme, "light");
      assert.deepEqual(await ask("dark"), ["dark", "dark"]);
      choose(1);
      assert.deepEqual(await ask(null), ["light", "light"]);
      registry.RegDeleteKeyValueW(HKEY_CURRENT_USER, personalize, appsUseLightTheme);
      const themes = stage.heard("window.themed", window).map(({ theme }) => theme);
      assert.deepEqual(themes, ["dark", "light", "dark", "light"]);
      assert.ok(stage.view(window).calls.some(([name]) => name === "followTheme"));
    },
  },
  {
    name: "a window at another scale takes the place that Windows proposes, and says so",
    async run(stage) {
      const window = stage.open();
      const place = RECT.make({ left: 30, top: 40, right: 730, bottom: 640 });
      const dpi = user32.GetDpiForWindow(window.handle) + 48;
      using _ = replaced(user32, { GetDpiForWindow: () => dpi });
      user32.SendMessageW(window.handle, WM_DPICHANGED, (dpi << 16) | dpi, place.address);
      const { x, y, width, height } = outerArea(window.handle);
      assert.deepEqual([x, y, width, height], [30, 40, 700, 600]);
      const { width: innerWidth, height: innerHeight } = innerArea(window.handle);
      assert.deepEqual(stage.heard("window.scaled", window), [
        {
          window: window.spec.label,
          scaleFactor: scaleOf(window.handle),
          size: { width: innerWidth, height: innerHeight },
        },
      ]);
    },
  },
  {
    name: "files dragged over a window come with their paths: hover, cancel, hover, drop",
    async run(stage) {
      const window = await stage.openFocused({ title: "target", position: { x: 300, y: 100 } });
      const { x, y } = innerArea(window.handle);
      const stages = () => stage.heard("window.filesDragged", window);
      // A drag is taken up some time after it has begun, and only a movement tells of it.
      const over = async (count: number) => {
        for (let step = 0; stages().length < count; step++)
          await stage.outside("movePointer", x + 60 + 4 * (step % 5), y + 60);
      };
      await stage.outside("dragFiles", ["a b.txt", "ä日.txt"], x + 60, y + 60);
      await over(1);
      await stage.outside("movePointer", 5, 900);
      await stage.until("that they left", () => stages()[1]);
      await over(3);
      await stage.outside("holdButton", false);
      await stage.until("the drop", () => stages()[3]);
      const names = (paths: readonly string[]) => paths.map((path) => path.split("\\").at(-1));
      assert.deepEqual(
        stages().map(({ stage: at, paths }) => [at, names(paths)]),
        [
          ["hover", ["a b.txt", "ä日.txt"]],
          ["cancel", []],
          ["hover", ["a b.txt", "ä日.txt"]],
          ["drop", ["a b.txt", "ä日.txt"]],
        ],
      );
      assert.ok(stages()[3]?.paths.every((path) => /^[A-Z]:\\/.test(path)));
    },
  },
  {
    name: "a window at another scale keeps the size of its page, in logical pixels",
    async run(stage) {
      for (const decorations of [true, false]) {
        const window = stage.open({ decorations });
        const size = SIZE.make();
        const [from, to] = [96 * stage.scale, 120 * stage.scale];
        assert.equal(user32.SendMessageW(window.handle, WM_GETDPISCALEDSIZE, to, size.address), 1);
        const frame = RECT.make();
        if (decorations) user32.AdjustWindowRectExForDpi(frame.bytes, style(window), false, 0, to);
        assert.deepEqual(
          [size.get("cx") - areaOf(frame).width, size.get("cy") - areaOf(frame).height],
          [
            Math.round((400 * stage.scale * to) / from),
            Math.round((300 * stage.scale * to) / from),
          ],
        );
      }
    },
  },
  {
    name: "a page's own drag is no choice of the user's, and neither is text",
    isTheSameAtEveryScale: true,
    async run() {
      const reported: string[] = [];
      const target = { filesDragged: (stage: string) => void reported.push(stage) };
      for (const forms of [[CF_HDROP, pageMark()], [CF_UNICODETEXT], []]) {
        const effect = new Uint32Array([7]);
        lend(serveDrops(target), (drops) =>
          lend(serveData(forms), (data) => {
            const place = 0;
            const drop = comObject(drops, DropTarget);
            drop.DragEnter(data, 1, place, effect);
            drop.DragOver(1, place, effect);
            drop.Drop(data, 1, place, effect);
            drop.DragLeave();
          }),
        );
        assert.equal(effect[0], 0);
      }
      assert.deepEqual(reported, []);
    },
  },
  {
    name: "a file is taken in a way that its source allows",
    isTheSameAtEveryScale: true,
    async run() {
      for (const [allowed, taken] of [
        [DROPEFFECT_COPY | DROPEFFECT_MOVE | DROPEFFECT_LINK, DROPEFFECT_COPY],
        [DROPEFFECT_LINK, DROPEFFECT_LINK],
        [DROPEFFECT_MOVE, 0],
      ] as const) {
        const reported: unknown[] = [];
        const target = { filesDragged: (...what: unknown[]) => void reported.push(what) };
        const effects = Array.from({ length: 3 }, () => new Uint32Array([allowed]));
        lend(serveDrops(target), (drops) =>
          lend(serveData([CF_HDROP], "C:\\"), (data) => {
            const drop = comObject(drops, DropTarget);
            drop.DragEnter(data, 1, 0, effects[0] as Uint32Array);
            drop.DragOver(1, 0, effects[1] as Uint32Array);
            drop.Drop(data, 1, 0, effects[2] as Uint32Array);
          }),
        );
        assert.deepEqual(
          effects.map(([effect]) => effect),
          [taken, taken, taken],
        );
        assert.deepEqual(reported, [
          ["hover", ["C:\\"]],
          ["drop", ["C:\\"]],
        ]);
      }
    },
  },
  {
    name: "the inspector is asked for by its keys, where there is one",
    isTheSameAtEveryScale: true,
    async run(stage) {
      for (const devTools of [true, false]) {
        const window = await stage.openFocused({ devTools, title: `tools ${devTools}` });
        await stage.outside("press", `tools ${devTools}`, "F12");
        await stage.outside("press", `tools ${devTools}`, "ctrl+shift+i");
        await stage.outside("press", `tools ${devTools}`, "alt+F4");
        await stage.until("the last key", () => stage.heard("window.closeRequested", window)[0]);
        const asked = stage.view(window).calls.filter(([name]) => name === "toggleInspector");
        assert.equal(asked.length, devTools ? 2 : 0);
      }
    },
  },
  {
    name: "the next app thread adopts a window with the scripts it has",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = stage.open();
      stage.whole(window).refuseAll(false);
      const scripts = {
        scripts: [{ source: "1", pages: [] }],
        frameScripts: [{ source: "2", pages: [] }],
      };
      stage.whole(window).adopt({ ...window.spec, ...scripts }, false);
      const [refused, reopened] = stage.view(window).calls.slice(-2);
      assert.deepEqual(refused, ["refuseAll", false]);
      assert.equal(reopened?.[0], "reopen");
      assert.partialDeepStrictEqual(reopened?.[1], scripts);
    },
  },
  {
    name: "a wake that is not done with goes on after a timer that is due, and among messages without end",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const reported: string[] = [];
      const waker = openWaker(() => {
        if (reported.push("wake") === 1) {
          // A timer is due, and timers are behind all else.
          for (const end = performance.now() + 50; performance.now() < end;);
        }
        return reported.length < 4;
      });
      // A busy machine pauses the program for longer than the timer may hold up the rest.
      const end = performance.now() + patience / 4;
      do {
        reported.length = 0;
        later(1, () => reported.push("timer"));
        wakeBy(waker)();
        await stage.until("the rest", () => (reported.length === 4 ? true : undefined));
      } while (reported[1] !== "timer" && performance.now() < end);
      assert.deepEqual(reported, ["wake", "timer", "wake", "wake"]);

      let isOver = false;
      const postOn = (): void => {
        if (!isOver) soon(postOn);
      };
      postOn();
      reported.length = 0;
      wakeBy(waker)();
      // Timers get no turn now.
      const { promise, resolve } = Promise.withResolvers<void>();
      const last = performance.now() + patience / 4;
      const look = (): void => {
        if (reported.length < 4 && performance.now() < last) return soon(look);
        isOver = true;
        resolve();
      };
      look();
      await promise;
      assert.deepEqual(reported, ["wake", "wake", "wake", "wake"]);
    },
  },
  {
    name: "fifty windows leave nothing behind",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const cycle = async () => {
        const window = stage.open({ decorations: false, skipTaskbar: true });
        await stage.apply(window, "setMinSize", { type: "Logical", width: 10, height: 10 });
        stage.destroy(window);
      };
      for (let count = 0; count < 5; count++) await cycle();
      const before = [
        handles(GR_USEROBJECTS),
        handles(GR_GDIOBJECTS),
        servedObjects(),
        heldObjects(),
      ];
      for (let count = 0; count < 50; count++) await cycle();
      assert.deepEqual(
        [handles(GR_USEROBJECTS), handles(GR_GDIOBJECTS), servedObjects(), heldObjects()],
        before,
      );
    },
  },
];
