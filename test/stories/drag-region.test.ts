import { expect, test } from "bun:test";
import { startWindowApp, type WindowApp } from "../support/window-api.ts";

interface Press {
  readonly button?: number;
  readonly detail?: number;
  readonly attributes?: readonly string[];
}

/**
 * Presses a mouse button over an element, and returns what the window was reported and whether text
 * is selected.
 */
async function press(
  running: WindowApp,
  { button = 0, detail = 1, attributes = ["data-framework-drag-region"] }: Press,
) {
  const event = new Event("mousedown", { cancelable: true });
  const target = { hasAttribute: (name: string) => attributes.includes(name) };
  Object.defineProperties(event, {
    button: { value: button },
    detail: { value: detail },
    target: { value: target },
  });
  running.app.page.document.dispatchEvent(event);
  // The calls are made one after the other: an answered one may be followed by the next.
  for (let turn = 0; turn < 5; turn++) {
    await Bun.sleep(0);
    await running.quiet();
  }
  const reported = running.app.platform.recorded.flatMap((each) =>
    each.call === "window.apply" ? [each.args.operation.name] : [],
  );
  return { reported, selects: !event.defaultPrevented };
}

for (const [what, pressed, expected] of [
  ["a press", {}, { reported: ["startDragging"], selects: false }],
  ["a double click", { detail: 2 }, { reported: ["maximize"], selects: false }],
  ["a third click", { detail: 3 }, { reported: ["startDragging"], selects: false }],
  ["a press of the right button", { button: 2 }, { reported: [], selects: true }],
  ["a press beside it", { attributes: [] }, { reported: [], selects: true }],
] satisfies [string, Press, { reported: string[]; selects: boolean }][]) {
  test(`${what}: ${JSON.stringify(expected)}`, async () => {
    using running = await startWindowApp();
    expect<unknown>(await press(running, pressed)).toEqual(expected);
  });
}

test("a second double click undoes the first", async () => {
  using running = await startWindowApp();
  await press(running, { detail: 2 });
  expect((await press(running, { detail: 2 })).reported).toEqual(["maximize", "unmaximize"]);
});

test("a double click on a window that cannot be resized does nothing", async () => {
  using running = await startWindowApp({ windows: [{ resizable: false }] });
  expect((await press(running, { detail: 2 })).reported).toEqual([]);
});

test("a double click where pages may not maximize does nothing", async () => {
  using running = await startWindowApp({ allow: ["window.startDragging"] });
  expect((await press(running, { detail: 2 })).reported).toEqual([]);
});

test("pages that may not drag get no script for it", async () => {
  using running = await startWindowApp({ allow: ["window.maximize"] });
  expect(await press(running, {})).toEqual({ reported: [], selects: true });
});
