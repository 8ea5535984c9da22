import { text } from "../../../dialogs/page/form.ts";
import { invoke } from "framework/api";
import type app from "../../src-framework/main.ts";
import type { Module } from "../module.ts";

export const invokeModule: Module = {
  name: "invoke",
  about: "The app's own commands, from src-framework/main.ts.",
  cards: [
    {
      name: "greet",
      about: "A command of this app",
      controls: [text("name", "Name", "Ada")],
      run: ({ name = "" }) => invoke<typeof app>("greet", { name: String(name) }),
    },
  ],
};
