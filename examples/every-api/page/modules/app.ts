import { getFrameworkVersion, getName, getVersion, hide, show } from "framework/api/app";
import type { Module } from "../module.ts";

export const appModule: Module = {
  name: "app",
  about: "The app itself.",
  cards: [
    { name: "getName", about: "What the app is called", controls: [], run: getName },
    { name: "getVersion", about: "Its version", controls: [], run: getVersion },
    {
      name: "getFrameworkVersion",
      about: "The version of the framework",
      controls: [],
      run: getFrameworkVersion,
    },
    { name: "hide", about: "macOS: hide the app with its windows", controls: [], run: hide },
    { name: "show", about: "macOS: show it again", controls: [], run: show },
  ],
};
