// The pointer and the keyboard of systems on which tests have none of the display: scripts in the
// page, `src/api/inject/scripted-input.ts`.

import { expect } from "bun:test";
import { automationGlobal } from "../../src/contract/automation.ts";
import { shareEditor } from "../support/app/editor-app.ts";
import { onDisplay } from "../support/app/display-app.ts";

const editor = shareEditor();

onDisplay("scripts click and type as a page expects it", async () => {
  await using app = await editor.launch();
  const send = (device: "mouse" | "key", input: object): Promise<unknown> =>
    app.evaluate(
      (global, name, given) => Reflect.get(globalThis, global).input[name](given),
      automationGlobal,
      device,
      input,
    );
  const read = (selector: string, name: string): Promise<unknown> =>
    app.evaluate(
      (wanted, property) => {
        const { document } = globalThis as unknown as { document: Page };
        return Reflect.get(document.querySelector(wanted), property) as unknown;
      },
      selector,
      name,
    );
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const type of ["keyDown", "keyUp"])
      for (const key of keys) await send("key", { type, key, code: "" });
  };
  const click = async (selector: string): Promise<void> => {
    const at = await app.evaluate((wanted) => {
      const { document } = globalThis as unknown as { document: Page };
      const { x, y } = document.querySelector(wanted).getBoundingClientRect();
      return { x: x + 2, y: y + 2 };
    }, selector);
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"])
      await send("mouse", { type, ...at });
  };

  await click("textarea");
  for (const key of "four") await press(key);
  await press("Backspace");
  expect(await read("textarea", "value")).toBe("fou");
  expect(await read("title", "textContent")).toBe("Typed");
  await press("Control", "a");
  await press("x");
  expect(await read("textarea", "value")).toBe("x");
  await click("button");
  // The page says whether it trusts the event.
  expect(await read("output", "textContent")).toBe("1 false");
});

/** The parts of a page's document that are used here. */
interface Page {
  querySelector(selector: string): {
    getBoundingClientRect(): { readonly x: number; readonly y: number };
  };
}
