import { text } from "../../../dialogs/page/form.ts";
import { platform } from "framework/api/os";
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
      run: async ({ words = "" }) => {
        // Windows has no such program: it is a word of its shell.
        const isWindows = (await platform()) === "win32";
        const echo = isWindows
          ? new Command("echo-on-windows", ["/d", "/c", "echo", String(words)])
          : new Command("echo", String(words).split(" "));
        return await echo.execute();
      },
    },
    {
      name: "open",
      about: "Open an address in the user's browser",
      controls: [text("path", "Address", "https://example.org")],
      run: ({ path = "" }) => open(String(path)),
    },
  ],
};
