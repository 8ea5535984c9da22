import { text } from "../../../dialogs/page/form.ts";
import { appDataDir, documentDir, homeDir, join, normalize } from "framework/api/path";
import type { Module } from "../module.ts";

export const pathModule: Module = {
  name: "path",
  about: "Paths as text, and the folders of the user and the app.",
  cards: [
    { name: "homeDir", about: "The user's home folder", controls: [], run: homeDir },
    { name: "documentDir", about: "The folder for documents", controls: [], run: documentDir },
    { name: "appDataDir", about: "The app's own folder", controls: [], run: appDataDir },
    {
      name: "join",
      about: "Two paths behind each other",
      controls: [text("first", "First", "/notes"), text("second", "Second", "../a.txt")],
      run: ({ first = "", second = "" }) => join(String(first), String(second)),
    },
    {
      name: "normalize",
      about: "A path without dots",
      controls: [text("path", "Path", "/a/./b//c")],
      run: ({ path = "" }) => normalize(String(path)),
    },
  ],
};
