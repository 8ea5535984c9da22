import { ok, rejects } from "node:assert/strict";
import type { Accelerator } from "../../contract/patterns/accelerator.ts";
import type { ConformanceCase } from "./stage.ts";
import { inWindow } from "./plain-window.ts";

const keys: Accelerator = { modifiers: ["control", "alt"], key: "F9" };

/** A PNG of one pixel. */
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const serviceCases: readonly ConformanceCase[] = [
  inWindow("text written to the clipboard is read from it", async ({ platform }) => {
    for (const text of ["text", "“é ✓ 😀”\n<b>", "x".repeat(3_000_000), ""]) {
      await platform.calls["clipboard.write"]({ text });
      ok(
        (await platform.calls["clipboard.read"](null)) === text,
        `it came back changed: ${text.slice(0, 20)}`,
      );
    }
  }),
  inWindow(
    "a key combination is had once, and again when it was given back",
    async ({ platform }) => {
      const register = async (id: number): Promise<void> =>
        platform.calls["shortcut.register"]({ id, accelerator: keys, text: "Ctrl+Alt+F9" });
      for (const id of [1, 2]) {
        await register(id);
        await platform.calls["shortcut.unregister"]({ id });
        await platform.calls["shortcut.unregister"]({ id });
      }
    },
  ),
  inWindow("a program that is not installed opens nothing", async (stage) => {
    // Removed from GNOME years ago, and never seen elsewhere.
    const request = { address: "https://example.org/", program: "gnome-open" } as const;
    await rejects(async () => stage.platform.calls["shell.openWith"](request), {
      code: "unavailable",
    });
  }),
  inWindow(
    "a window takes a token of the desktop, whatever it says",
    async ({ platform }, label) => {
      for (const token of ["shell-42-host_TIME1234", "é \n", ""])
        await platform.calls["window.useActivation"]({ window: label, token });
      const operation = { name: "setFocus", value: null } as const;
      await platform.calls["window.apply"]({ window: label, operation });
    },
  ),
  inWindow("bytes that are no picture become no icon", async ({ platform }) => {
    const icon = new Uint8Array();
    const spec = {
      id: "",
      title: null,
      tooltip: null,
      menu: [],
      iconAsTemplate: false,
      menuOnLeftClick: true,
    };
    const show = async (): Promise<void> => platform.calls["tray.show"]({ ...spec, icon });
    await rejects(show(), { code: "bad-argument" });
    const set = async (): Promise<void> => platform.calls["app.setIcon"]({ icon });
    await rejects(set(), { code: "bad-argument" });
  }),
  inWindow("an icon in the tray may go, and come back", async ({ platform }) => {
    const spec = {
      id: "org.example.conformance",
      icon: Buffer.from(onePixel, "base64"),
      title: null,
      tooltip: null,
      menu: [],
      iconAsTemplate: false,
      menuOnLeftClick: true,
    };
    await platform.calls["tray.remove"]({});
    for (let round = 0; round < 2; round++) {
      await platform.calls["tray.show"](spec);
      await platform.calls["tray.remove"]({});
    }
  }),
];
