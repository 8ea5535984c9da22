import { expect } from "bun:test";
import { join } from "node:path";
import { pngFile } from "../../harness/png.ts";
import { waitFor } from "../../harness/wait.ts";
import { root, type DisplayAppOptions } from "../support/app/display-app.ts";
import type { PagesApp } from "../support/app/pages-app.ts";

/** The user's actions on the app's icon, on a system. */
export interface TrayHand {
  /** Clicks, and returns the place in the event. */
  click(kind: "left" | "double" | "middle"): Promise<{ readonly x: number; readonly y: number }>;
  /** Opens the menu and chooses the item at a place in it. */
  choose(place: number): Promise<void>;
}

/** A picture whose left half is red, and whose right half is blue. */
export function halves(side: number): Buffer {
  const pixels = new Uint8Array(side * side * 3);
  for (let index = 0; index < side * side; index++)
    pixels.set(index % side < side / 2 ? [255, 0, 0] : [0, 0, 255], index * 3);
  return pngFile({ width: side, height: side, pixels });
}

/** The `main.ts` of an app with code of its own in `setup`, where `tray` is the icon. */
export function trayMain(setup: string): DisplayAppOptions["files"] & object {
  const main = JSON.stringify(join(root, "test/fixtures/display-app/main.ts"));
  const app = JSON.stringify(join(root, "src/app/index.ts"));
  return {
    "src-framework/main.ts": `import fixture from ${main}; import { defineApp } from ${app};
      export default defineApp({ ...fixture, async setup(app) { const { tray } = app; ${setup} } });`,
  };
}

/** Of the app that the stories are about. */
export const trayStoryMain = trayMain(`
  await tray.setMenu([{ id: "open", text: "Open & close" }, { id: "other", text: "Another menu" }]);
  tray.onClick(() => {});
  tray.onMenu((id) => id === "other" && tray.setMenu([{ id: "new", text: "New" }]));`);

/** The events of the icon in the tray for pages. */
export function trayStories(
  shared: { readonly app: PagesApp; readonly hand: TrayHand },
  story: (name: string, run: () => Promise<void>) => void,
): void {
  const listen = (method: string) =>
    shared.app.page().run(
      `window.unhear?.();
       window.heard = [];
       window.unhear = await __FRAMEWORK__.tray[args[0]]((printed) => void heard.push(printed));`,
      method,
    );
  const heardUntil = async (count: number): Promise<unknown> => {
    await waitFor(
      "all that was done",
      async () => (await shared.app.page().run("return heard.length")) === count,
    );
    return await shared.app.page().run("return heard");
  };

  story(
    "pages hear of each click with its place, and of a second one as a double click",
    async () => {
      await listen("onTrayClick");
      const middle = await shared.hand.click("middle");
      expect(await heardUntil(1)).toEqual([{ click: "middle", position: middle }]);
      const left = await shared.hand.click("double");
      expect(await heardUntil(3)).toEqual([
        { click: "middle", position: middle },
        { click: "left", position: left },
        { click: "double", position: left },
      ]);
    },
  );

  story("a choice in the menu is reported, also in a menu that replaced another", async () => {
    await listen("onTrayMenu");
    for (const place of [0, 1]) {
      await shared.hand.choose(place);
      await heardUntil(place + 1);
    }
    await shared.hand.choose(0);
    expect(await heardUntil(3)).toEqual(["open", "other", "new"]);
  });
}
