import { text, write } from "../../../dialogs/page/form.ts";
import { isRegistered, register, unregister } from "framework/api/globalShortcut";
import type { Module } from "../module.ts";

export const globalShortcutModule: Module = {
  name: "globalShortcut",
  about: "Keys that the app hears wherever the keyboard is.",
  cards: [
    {
      name: "register",
      about: "Write into the answers when they are pressed",
      controls: [text("shortcut", "Keys", "CommandOrControl+Alt+9")],
      run: ({ shortcut = "" }) =>
        register(String(shortcut), (keys) => write(`pressed ${keys}`, "heard")),
    },
    {
      name: "isRegistered",
      about: "Whether the app has them",
      controls: [text("shortcut", "Keys", "CommandOrControl+Alt+9")],
      run: ({ shortcut = "" }) => isRegistered(String(shortcut)),
    },
    {
      name: "unregister",
      about: "Give them back",
      controls: [text("shortcut", "Keys", "CommandOrControl+Alt+9")],
      run: ({ shortcut = "" }) => unregister(String(shortcut)),
    },
  ],
};
