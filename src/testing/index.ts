/** End-to-end tests of apps: `framework/testing`. */
import "./older-node.ts";

export { App, type AnyApp, type Windows } from "./app.ts";
export type { Dialog, Dialogs } from "./dialogs.ts";
export type { Events } from "./events.ts";
export type {
  Clipboard,
  Menus,
  Notifications,
  Shortcuts,
  ShownItem,
  Tray,
} from "./desktop-parts.ts";
export { launch, type LaunchOptions } from "./launch.ts";
