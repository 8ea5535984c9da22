import { write } from "../../../dialogs/page/form.ts";
import { onTrayClick, onTrayMenu } from "framework/api/tray";
import type { Module } from "../module.ts";

export const trayModule: Module = {
  name: "tray",
  about: "The icon in the system tray; an app that has one hears of it here.",
  cards: [
    {
      name: "onTrayClick",
      about: "Write every click into the answers",
      controls: [],
      run: () => onTrayClick((click) => write("clicked", JSON.stringify(click))),
    },
    {
      name: "onTrayMenu",
      about: "Write every chosen item into the answers",
      controls: [],
      run: () => onTrayMenu((id) => write("chosen", id)),
    },
  ],
};
