import { ask, confirm, message, open, save } from "framework/api/dialog";

/** One control of a card; its value becomes an option of the same name. */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "check" | readonly string[];
  readonly value?: string;
}

/** A dialog the page can show. */
export interface Card {
  readonly name: string;
  readonly about: string;
  readonly controls: readonly Control[];
  /** Shows it with the options the controls give. */
  show(options: Options): Promise<unknown>;
}

/** What the controls of a card give: only what was filled in or ticked. */
export type Options = Readonly<Record<string, string | boolean>>;

const title: Control = { name: "title", label: "Title", kind: "text" };
const kind: Control = { name: "type", label: "Kind", kind: ["info", "warning", "error"] };
const okLabel: Control = { name: "okLabel", label: "Label of the first button", kind: "text" };
const cancelLabel: Control = { name: "cancelLabel", label: "Label of the second button", kind: "text" };
const defaultPath: Control = { name: "defaultPath", label: "Start at", kind: "text" };
const text = (value: string): Control => ({ name: "message", label: "Message", kind: "text", value });
const check = (name: string, label: string): Control => ({ name, label, kind: "check" });

const filters = [
  { name: "Text", extensions: ["txt", "md"] },
  { name: "Every file", extensions: ["*"] },
];

/** Splits what a card gives into the message and the options, as the message dialogs take them. */
function spoken({ message = "", ...options }: Options): [string, Record<string, string | boolean>] {
  return [String(message), options];
}

export const cards: readonly Card[] = [
  {
    name: "message",
    about: "A message with an Ok button",
    controls: [text("The file was saved."), title, kind, okLabel],
    show: (options) => message(...spoken(options)),
  },
  {
    name: "ask",
    about: "A question with Yes and No",
    controls: [text("Delete the draft?"), title, kind, okLabel, cancelLabel],
    show: (options) => ask(...spoken(options)),
  },
  {
    name: "confirm",
    about: "A question with Ok and Cancel",
    controls: [text("This cannot be undone."), title, kind, okLabel, cancelLabel],
    show: (options) => confirm(...spoken(options)),
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
    show: (options) => open({ ...options, filters: options["filters"] ? filters : [] }),
  },
  {
    name: "save",
    about: "Choose where to save",
    controls: [title, defaultPath, check("filters", "As a text file")],
    show: (options) => save({ ...options, filters: options["filters"] ? filters : [] }),
  },
];
