import { text } from "../../../dialogs/page/form.ts";
import { exit, relaunch } from "framework/api/process";
import type { Module } from "../module.ts";

export const processModule: Module = {
  name: "process",
  about: "The end of the app.",
  cards: [
    { name: "relaunch", about: "End the app and start it again", controls: [], run: relaunch },
    {
      name: "exit",
      about: "End the app",
      controls: [text("code", "Exit code", "0")],
      run: ({ code = "" }) => exit(Number(code)),
    },
  ],
};
