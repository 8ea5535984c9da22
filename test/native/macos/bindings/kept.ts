import { heldByApp } from "../../../../harness/objective-c/stand-in.ts";
import { openWindow } from "../../webkit-case.ts";
import type { PageStage } from "../cases/page-stage.ts";

/**
 * The objects that the app keeps when it is idle and the view for the next window is there, except
 * the stage's own timers.
 */
export async function kept(stage: PageStage): Promise<readonly string[]> {
  // There is one from the second window on.
  const window = await openWindow(stage);
  // It is made when a page has been loaded.
  await stage.until("the page", () => hasLoaded(stage, window) || undefined);
  await stage.platform.calls["window.destroy"]({ window });
  await stage.until(
    "the spare view",
    () => stage.views() === stage.openWindows().length + 1 || undefined,
  );
  await stage.pause(1);
  return heldByApp()
    .filter((what) => !/^NSTimer|macos\/loop\.ts/.test(what))
    .toSorted();
}

function hasLoaded(stage: PageStage, window: string): boolean {
  return stage.emitted.some(
    ({ event, payload }) =>
      event === "page.loadChanged" && payload.window === window && payload.stage === "finished",
  );
}
