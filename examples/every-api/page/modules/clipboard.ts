import { text } from "../../../dialogs/page/form.ts";
import { readText, writeText } from "framework/api/clipboard";
import type { Module } from "../module.ts";

export const clipboardModule: Module = {
  name: "clipboard",
  about: "What the user copies and pastes, as text.",
  cards: [
    {
      name: "writeText",
      about: "Put a text into the clipboard",
      controls: [text("text", "Text", "Copied by the page")],
      run: ({ text = "" }) => writeText(String(text)),
    },
    { name: "readText", about: "Read the text in the clipboard", controls: [], run: readText },
  ],
};
