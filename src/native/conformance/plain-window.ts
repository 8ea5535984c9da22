import type { UiEvents, WindowSpec } from "../../contract/ui/index.ts";
import { windowSpecFields } from "../../contract/ui/window-spec.ts";
import { windowDefaults } from "../../contract/window/fields.ts";
import type { ConformanceCase, Stage } from "./stage.ts";

let windows = 0;

/** A plain window of 400 × 300 whose page sends calls to the app. */
export function plainWindow(url: string, label = `window${++windows}`): WindowSpec {
  return {
    label,
    ...windowSpecFields({ ...windowDefaults, title: label, width: 400, height: 300 }),
    url,
    devTools: false,
    printing: false,
    privateSchemes: [],
    frameScripts: [],
    bridge: {
      source: "(key, engine) => { Object.assign(globalThis, { key, engine }); }",
      pages: [`${new URL(url).protocol}//${new URL(url).host}/*`],
    },
    scripts: [],
  };
}

/** The reports of a window's end, by name, in order. */
export function endOf(stage: Stage, label: string): string[] {
  return stage.emitted.flatMap(({ event, payload }) =>
    (event === "window.closeRequested" || event === "window.closed") && payload.window === label
      ? [event]
      : [],
  );
}

export function opened(stage: Stage, label: string): UiEvents["page.opened"][] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.opened" && item.payload.window === label ? [item.payload] : [],
  );
}

export function closed(stage: Stage, label: string): number[] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.closed" && item.payload.window === label ? [item.payload.document] : [],
  );
}

/** Opens a window, and waits until its page accepts calls. */
export async function openWindow(stage: Stage): Promise<string> {
  const spec = plainWindow(stage.page);
  await stage.platform.calls["window.create"](spec);
  await stage.until(`the page of ${spec.label}`, () => opened(stage, spec.label)[0]);
  return spec.label;
}

export const destroy = (stage: Stage, window: string): void | Promise<void> =>
  stage.platform.calls["window.destroy"]({ window });

/** A case in a window of its own, after which no resource may be held. */
export function inWindow(
  name: string,
  run: (stage: Stage, label: string) => Promise<void>,
): ConformanceCase {
  return {
    name,
    async run(stage) {
      stage.answerMessages((text) => `answer to ${text}`);
      const label = await openWindow(stage);
      try {
        await run(stage, label);
      } finally {
        if (!endOf(stage, label).includes("window.closed")) await destroy(stage, label);
      }
      await stage.until("nothing held", () => stage.held() === 0 || undefined);
    },
  };
}
