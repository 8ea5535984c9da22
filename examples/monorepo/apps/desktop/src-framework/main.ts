import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { countWords } from "example-words";
import { defineApp } from "framework/app";

/** Own code and the page import the same package of the workspace. */
export default defineApp({
  commands: {
    /** Counts the words of a file that the user chooses; `null`: none was chosen. */
    async countFile(_: unknown, { app }) {
      const path = await app.dialog.open();
      if (typeof path !== "string") return null;
      return { name: basename(path), words: countWords(await readFile(path, "utf8")) };
    },
  },
});
