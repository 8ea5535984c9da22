import type { Session } from "./display.ts";
import { waitFor } from "./wait.ts";
import { run } from "./x-program.ts";
import { windowTitled, type Area } from "./x.ts";

/**
 * The notification area of Windows: without a panel that has room for it, Wine shows it in a window
 * of its own.
 */
export class WineTray {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The position of the first icon, or of a later one. */
  async iconAt(place = 0): Promise<readonly [x: number, y: number]> {
    const { area } = await windowTitled(this.#session, "Wine System Tray");
    return [area.x + 10 + 20 * place, area.y + 10];
  }

  /** Clicks at a place of the screen; `click` are words of xdotool's. */
  async clickAt([x, y]: readonly [number, number], ...click: string[]): Promise<void> {
    await run(this.#session, ["xdotool", "mousemove", String(x), String(y)]);
    await run(this.#session, ["xdotool", "click", ...click]);
  }

  /**
   * The open menu: the only window that the window manager does not know. @param program the owner
   * of the menu
   */
  async menuArea(program: string): Promise<Area> {
    return waitFor("a menu", async () => {
      const tree = await run(this.#session, ["xwininfo", "-root", "-children"]);
      for (const [, id = "", width, height, x, y] of tree.matchAll(
        /^ +(0x[0-9a-f]+) .*?(\d+)x(\d+)\+-?\d+\+-?\d+ +\+(-?\d+)\+(-?\d+)$/gm,
      )) {
        if (Number(height) < 15 || Number(width) < 40 || Number(width) > 600) continue;
        const info = await run(this.#session, ["xwininfo", "-id", id]).catch(() => "");
        const isMenu = info.includes("IsViewable") && info.includes("Override Redirect State: yes");
        const owner = await run(this.#session, ["xprop", "-id", id, "WM_CLASS"]).catch(() => "");
        if (isMenu && owner.includes(program))
          return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
      }
      return null;
    });
  }

  /** Clicks so far from the top of a menu; the first item is about 20 pixels high. */
  clickIn({ x, y }: Area, down: number): Promise<void> {
    return this.clickAt([x + 40, y + down], "1");
  }
}
