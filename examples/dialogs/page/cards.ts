import { ask, confirm, message, open, save } from "framework/api/dialog";
import { check, text, type Card, type Control, type Options } from "./form.ts";

const title = text("title", "Title");
const kind: Control = { name: "type", label: "Kind", kind: ["info", "warning", "error"] };
const okLabel = text("okLabel", "Label of the first button");
const cancelLabel = text("cancelLabel", "Label of the second button");
const defaultPath = text("defaultPath", "Start at");
const words = (value: string): Control => text("message", "Message", value);

const filters = [
  { name: "Text", extensions: ["txt", "md"] },
  { name: "Every file", extensions: ["*"] },
];

/**
 * Splits the values of a card into the message and the options, as the message dialogs take them.
 */
function spoken({ message = "", ...options }: Options): [string, Record<string, string | boolean>] {
  return [String(message), options];
}

export const cards: readonly Card[] = [
  {
    name: "message",
    about: "A message with an Ok button",
    controls: [words("The file was saved."), title, kind, okLabel],
    run: (options) => message(...spoken(options)),
  },
  {
    name: "ask",
    about: "A question with Yes and No",
    controls: [words("Delete the draft?"), title, kind, okLabel, cancelLabel],
    run: (options) => ask(...spoken(options)),
  },
  {
    name: "confirm",
    about: "A question with Ok and Cancel",
    controls: [words("This cannot be undone."), title, kind, okLabel, cancelLabel],
    run: (options) => confirm(...spoken(options)),
  },
  {
    name: "open",
    about: "Choose files or folders",
    controls: [
      title,
      defaultPath,
      check("multiple", "Several"),
      check("directory", "Folders"),
      check("recursive", "With all below"),
      check("filters", "Only text files"),
    ],
    run: (options) => open({ ...options, filters: options["filters"] ? filters : [] }),
  },
  {
    name: "save",
    about: "Choose where to save",
    controls: [title, defaultPath, check("filters", "As a text file")],
    run: (options) => save({ ...options, filters: options["filters"] ? filters : [] }),
  },
];
