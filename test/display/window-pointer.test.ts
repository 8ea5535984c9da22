// The operations of the window module that concern the pointer, seen from outside.

import { expect } from "bun:test";
import { onDisplay } from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import {
  movePointer,
  pointer,
  pointerName,
  pressButton,
  releaseButton,
} from "../../harness/x-window.ts";
import { labels, shareWindows } from "./two-windows.ts";

const { shared, run, area } = shareWindows();

/** The engine reports the page's cursor when the pointer moves. */
const shows = (name: string) =>
  waitFor(`the pointer "${name}"`, () => pointerName(shared.app.session) === name, {
    state: () => pointerName(shared.app.session),
  });

onDisplay("setCursorPosition, setCursorIcon, setCursorVisible", async () => {
  await run("w.setCursorPosition(new m.LogicalPosition(30, 40))");
  const { x, y } = await area();
  await waitFor("the pointer", async () =>
    Bun.deepEquals(await pointer(shared.app.session), { x: x + 30, y: y + 40 }),
  );
  await run(`w.setCursorIcon("crosshair")`);
  await shows("crosshair");
  await run(`w.setCursorIcon("hand")`);
  await shows("pointer");
  await run("w.setCursorVisible(false)");
  await waitFor("another pointer", () => pointerName(shared.app.session) !== "pointer");
  await run("w.setCursorVisible(true)");
  await shows("pointer");
  await run(`w.setCursorIcon("default")`);
});

onDisplay("setCursorGrab keeps the pointer inside, and lets it go; its clicks arrive", async () => {
  await run("w.setPosition(new m.LogicalPosition(300, 300))");
  await run("w.setFocus()");
  await run("w.setCursorGrab(true)");
  const { x, y, width, height } = await area();
  await movePointer(shared.app.session, [1200, 1000]);
  expect(await pointer(shared.app.session)).toEqual({ x: x + width - 1, y: y + height - 1 });
  await movePointer(shared.app.session, [x + 50, y + 50]);
  await shared.app.page().run("window.pressed = 0; onmousedown = () => window.pressed++");
  await pressButton(shared.app.session);
  await releaseButton(shared.app.session);
  await waitFor(
    "the click",
    async () => (await shared.app.page().run("return window.pressed")) === 1,
  );
  await run("w.setCursorGrab(false)");
  await movePointer(shared.app.session, [1200, 1000]);
  expect(await pointer(shared.app.session)).toEqual({ x: 1200, y: 1000 });
});

onDisplay("setIgnoreCursorEvents lets clicks fall through", async () => {
  await run(`m.WebviewWindow.getByLabel("second").setPosition(new m.LogicalPosition(300, 300))`);
  await run("w.setPosition(new m.LogicalPosition(300, 300))");
  await run("w.setFocus()");
  const counted = async () =>
    Promise.all(labels.map((label) => shared.app.page(label).run("return window.clicks")));
  for (const label of labels)
    await shared.app.page(label).run("window.clicks = 0; onmousedown = () => window.clicks++");
  const { x, y } = await area();
  await run("w.setIgnoreCursorEvents(true)");
  await shared.app.click(x + 100, y + 100);
  await waitFor("the click below", async () => Bun.deepEquals(await counted(), [0, 1]));
  await run("w.setIgnoreCursorEvents(false)");
  await run("w.setFocus()");
  await shared.app.click(x + 100, y + 100);
  await waitFor("the click above", async () => Bun.deepEquals(await counted(), [1, 1]));
});

onDisplay("startDragging moves the window with the pointer", async () => {
  await run("w.setFocus()");
  await run("w.setPosition(new m.LogicalPosition(200, 200))");
  await shared.app.page().run("onmousedown = () => __FRAMEWORK__.window.appWindow.startDragging()");
  const before = await area();
  await movePointer(shared.app.session, [before.x + 50, before.y + 50]);
  await pressButton(shared.app.session);
  await followsPointer();
  await shared.app.page().run("onmousedown = null");
});

onDisplay("the edges of a window without decorations resize it, past its page", async () => {
  // A first attempt may have ended while it was not.
  await run("w.setResizable(true)");
  await run("w.setDecorations(false)");
  await run("w.setFocus()");
  await run(
    "w.setSize(new m.LogicalSize(400, 300)).then(() => w.setPosition(new m.LogicalPosition(300, 300)))",
  );
  await waitFor(
    "its place",
    async () => Bun.deepEquals(await area(), { x: 300, y: 300, width: 400, height: 300 }),
    { state: async () => JSON.stringify(await area()) },
  );
  await shared.app.page().run("window.pressed = 0; onmousedown = () => window.pressed++");
  await movePointer(shared.app.session, [500, 301]);
  await shows("n-resize");
  await movePointer(shared.app.session, [500, 400]);
  await shows("default");
  await movePointer(shared.app.session, [697, 590]);
  await shows("se-resize");
  await pressButton(shared.app.session);
  let step = 0;
  // The first steps may come before the window manager has taken over: then it follows from there
  // on.
  await waitFor(
    "the window to grow",
    async () => {
      step += 5;
      await movePointer(shared.app.session, [697 + step, 590 + step]);
      const { x, y, width, height } = await area();
      return x === 300 && y === 300 && width > 400 && height > 300;
    },
    { state: async () => JSON.stringify([step, await area()]) },
  );
  await releaseButton(shared.app.session);
  expect(await shared.app.page().run("return window.pressed")).toBe(0);
  // A user could not resize these.
  await run("w.setResizable(false)");
  const presses = async () => Number(await shared.app.page().run("return window.pressed"));
  // The window manager may still be ending its last operation: it gives the window its last size,
  // and may take a press for itself.
  const press = async () => {
    const { x, y, width, height } = await area();
    await movePointer(shared.app.session, [x + 100, y + 100], [x + width - 2, y + height - 2]);
    await pressButton(shared.app.session);
    await releaseButton(shared.app.session);
    return (await presses()) > 0;
  };
  await waitFor("the press", press, {
    state: async () => JSON.stringify([await area(), await pointer(shared.app.session)]),
  });
  await run("w.setResizable(true)");
  await run("w.setDecorations(true)");
  await shared.app.page().run("onmousedown = null");
});

onDisplay(
  "a drag region moves its window; a double click maximizes it and undoes that",
  async () => {
    await shared.app
      .page()
      .run(
        `document.body.innerHTML = "<div data-framework-drag-region style='position: fixed; inset: 0'></div>"`,
      );
    const before = await area();
    await movePointer(shared.app.session, [before.x + 120, before.y + 90]);
    // Elsewhere in the window than the last press, or it would be the second of a double click.
    await pressButton(shared.app.session);
    await followsPointer();
    for (const isMaximized of [true, false]) {
      await waitFor("the state", async () => {
        // Two clicks soon after others would be a third and a fourth. On a loaded machine the first
        // release may come before the window manager has taken the pointer, which then takes the
        // second press for itself.
        await Bun.sleep(600);
        if ((await run("w.isMaximized()")) === isMaximized) return true;
        await doubleClick();
        return false;
      });
    }
    await shared.app.page().reload();
  },
);

async function doubleClick(): Promise<void> {
  const { x, y } = await area();
  const click = ["mousedown", "1", "sleep", "0.05", "mouseup", "1", "sleep", "0.05"];
  const place = ["mousemove", String(x + 60), String(y + 60)];
  await shared.app.session.start(["xdotool", ...place, ...click, ...click]).end();
}

/** Moves the pointer until the window comes along, then farther, and sees that it keeps up. */
async function followsPointer(): Promise<void> {
  const { session } = shared.app;
  const [from, start] = [await area(), await pointer(session)];
  // The first steps may come before the window manager has taken over: then it follows from there
  // on.
  let step = 0;
  await waitFor("the window to move", async () => {
    step += 5;
    await movePointer(session, [start.x + step, start.y + step]);
    return (await area()).x !== from.x;
  });
  const offset = async () => {
    const [{ x, y }, hand] = [await area(), await pointer(session)];
    return [x - hand.x, y - hand.y];
  };
  const before = await offset();
  await movePointer(session, [start.x + 250, start.y + 90]);
  await waitFor("the window to keep up", async () => Bun.deepEquals(await offset(), before), {
    state: async () => JSON.stringify({ before, now: await offset() }),
  });
  await releaseButton(session);
}
