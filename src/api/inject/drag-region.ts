// Placed only if the configuration lets pages drag their window: an element with the attribute
// `data-framework-drag-region` moves the window, and a double click on it maximizes or restores the
// window. Child elements need the attribute themselves, so that buttons in a title bar still work.

import type {} from "../invoke.ts";
import { ignoreFailure } from "./primordials.ts";

{
  const call = window.__FRAMEWORK_BRIDGE__!.call;

  const toggleMaximize = async (): Promise<void> => {
    if (!(await call("window.isResizable", {}, false))) return;
    await call(
      (await call("window.isMaximized", {}, false)) ? "window.unmaximize" : "window.maximize",
      {},
      false,
    );
  };

  window.document.addEventListener("mousedown", (event) => {
    const element = event.target as Partial<Element> | null;
    if (event.button !== 0 || element?.hasAttribute?.("data-framework-drag-region") !== true)
      return;
    // Otherwise the press would begin to select text.
    event.preventDefault();
    // A double click has no effect if the configuration does not let pages maximize.
    if (event.detail === 2) ignoreFailure(toggleMaximize());
    else void call("window.startDragging", {}, false);
  });
}
