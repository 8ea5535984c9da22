import { menuRoles } from "../../contract/menu.ts";
import {
  boolean,
  choice,
  field,
  later,
  list,
  optional,
  record,
  text,
  type RecordShape,
} from "./field.ts";

const ours = { ours: true } as const;

/** The kind of an entry follows from its field: `id`, `role`, `items` or `separator`. */
export const menuEntryConfig: RecordShape = record(
  "MenuEntryConfig",
  "An entry of a menu: an item with an `id` and a `text`, a `role`, a menu of its own with a `text` and `items`, or a `separator`.",
  {
    id: optional(
      text,
      "Reported when the item is chosen. Each item needs an id of its own; none begins with `framework:`.",
      ours,
    ),
    text: optional(text, "The shown text. Default of a role: the system's word.", ours),
    role: optional(
      choice("MenuRole", menuRoles),
      "The standard item, with the system's word, keys and behaviour. A system leaves out the items that it does not have.",
      ours,
    ),
    items: optional(
      list(later("MenuEntryConfig", () => menuEntryConfig)),
      "The entries of its own menu.",
      ours,
    ),
    separator: field(boolean, false, "It is a line between others.", ours),
    enabled: field(boolean, true, "It can be chosen.", ours),
    visible: field(boolean, true, "It is shown, and has its keys.", ours),
    checked: optional(boolean, "Whether it has a check mark. When absent it never has one.", ours),
    radio: optional(
      text,
      "The name of a group of which one item is marked: the one that was chosen last.",
      ours,
    ),
    accelerator: optional(
      text,
      "Keys that choose it, such as `CommandOrControl+S`. Default of a role: the system's.",
      ours,
    ),
  },
);
