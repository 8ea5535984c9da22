import { text } from "../../../dialogs/page/form.ts";
import { Command, open } from "framework/api/shell";
import type { Module } from "../module.ts";

export const shellModule: Module = {
  name: "shell",
  about: "Other programs, as framework.allowlist.shell.scope names them.",
  cards: [
    {
      name: "execute",
      about: "Run echo to its end",
      controls: [text("words", "Words", "Hello from echo")],
      run: ({ words = "" }) => new Command("echo", String(words).split(" ")).execute(),
    },
    {
      name: "open",
      about: "Open an address in the user's browser",
      controls: [text("path", "Address", "https://example.org")],
      run: ({ path = "" }) => open(String(path)),
    },
  ],
};
