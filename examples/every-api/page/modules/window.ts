import { text } from "../../../dialogs/page/form.ts";
import { appWindow, availableMonitors, LogicalSize, WebviewWindow } from "framework/api/window";
import type { Module } from "../module.ts";

export const windowModule: Module = {
  name: "window",
  about: "The windows of the app.",
  cards: [
    {
      name: "setTitle",
      about: "Another title",
      controls: [text("title", "Title", "Every API")],
      run: ({ title = "" }) => appWindow.setTitle(String(title)),
    },
    { name: "title", about: "The title it has", controls: [], run: () => appWindow.title() },
    {
      name: "setSize",
      about: "Another size",
      controls: [text("width", "Width", "1000"), text("height", "Height", "700")],
      run: ({ width = "", height = "" }) =>
        appWindow.setSize(new LogicalSize(Number(width), Number(height))),
    },
    { name: "innerSize", about: "The size it has", controls: [], run: () => appWindow.innerSize() },
    {
      name: "toggleMaximize",
      about: "Maximize it, or undo that",
      controls: [],
      run: () => appWindow.toggleMaximize(),
    },
    {
      name: "requestUserAttention",
      about: "Ask to be looked at",
      controls: [],
      run: () => appWindow.requestUserAttention(2),
    },
    { name: "availableMonitors", about: "All monitors", controls: [], run: availableMonitors },
    {
      name: "create",
      about: "Open another window",
      controls: [text("label", "Label", "another")],
      run: ({ label = "" }) =>
        new Promise((resolve, reject) => {
          const other = new WebviewWindow(String(label), {
            title: String(label),
            width: 480,
            height: 360,
          });
          void other.once("framework://created", () => resolve(other.label));
          void other.once("framework://error", ({ payload }) => reject(new Error(String(payload))));
        }),
    },
    {
      name: "close",
      about: "Close it again",
      controls: [text("label", "Label", "another")],
      run: async ({ label = "" }) => WebviewWindow.getByLabel(String(label))?.close(),
    },
  ],
};
