import { checkUpdate, installUpdate } from "framework/api/updater";
import type { Module } from "../module.ts";

export const updaterModule: Module = {
  name: "updater",
  about: "Newer versions of the app; this one has framework.updater.active unset.",
  cards: [
    { name: "checkUpdate", about: "Ask the server", controls: [], run: checkUpdate },
    { name: "installUpdate", about: "Install what it has", controls: [], run: installUpdate },
  ],
};
