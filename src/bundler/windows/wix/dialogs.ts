import { resolve } from "node:path";
import type { Compilation } from "./compilation.ts";
import { sequence } from "./actions.ts";
import type { ElementReader, Handler } from "./element-reader.ts";
import { property } from "./product.ts";

// <UI>: dialogs, their controls, and their events. Sizes are in units of the installer; a dialog
// has 370 by 270.

export function ui(compilation: Compilation): Handler {
  const { database } = compilation;
  return (reader) => {
    reader.optional("Id");
    reader.children({
      Dialog: dialog(compilation),
      DialogRef: (child) => void child.id(),
      UIRef: (child) => void child.id(),
      Property: property(compilation),
      PropertyRef: (child) => void child.id(),
      Publish: publish(compilation, null),
      TextStyle: textStyle(compilation),
      InstallUISequence: sequence(compilation, "InstallUISequence"),
      AdminUISequence: sequence(compilation, "AdminUISequence"),
      ProgressText: (child) => {
        database.add("ActionText", child.id("Action"), child.text(), child.optional("Template"));
      },
      Error: (child) => {
        database.add("Error", child.number("Id", 0), child.text());
      },
      UIText: (child) => {
        database.add("UIText", child.id(), child.text());
      },
    });
  };
}

function textStyle({ database }: Compilation): Handler {
  return (reader) => {
    const colour = ["Red", "Green", "Blue"].reduce(
      (sum, name, index) => sum + (reader.number(name, 0) << (8 * index)),
      0,
    );
    const bits =
      (reader.isYes("Bold") ? 1 : 0) |
      (reader.isYes("Italic") ? 2 : 0) |
      (reader.isYes("Underline") ? 4 : 0) |
      (reader.isYes("Strike") ? 8 : 0);
    database.add(
      "TextStyle",
      reader.id(),
      reader.required("FaceName"),
      reader.number("Size", 8),
      colour || null,
      bits || null,
    );
  };
}

interface DialogState {
  readonly id: string;
  /** The tab order. */
  readonly stops: string[];
  first: string | null;
  isDefault: string | null;
  isCancel: string | null;
  readonly controls: (readonly (string | number | null)[])[];
}

function dialog(compilation: Compilation): Handler {
  const { database } = compilation;
  return (reader) => {
    const id = reader.id();
    const isForErrors = reader.isYes("ErrorDialog");
    const attributes =
      (reader.isYes("Hidden") ? 0 : 1) |
      (reader.isYes("Modeless") ? 0 : 2) |
      (reader.isYes("NoMinimize") ? 0 : 4) |
      (reader.isYes("SystemModal") ? 8 : 0) |
      (reader.isYes("KeepModeless") ? 16 : 0) |
      (reader.isYes("TrackDiskSpace") ? 32 : 0) |
      (reader.isYes("CustomPalette") ? 64 : 0) |
      (reader.isYes("RightToLeft") ? 128 : 0) |
      (reader.isYes("RightAligned") ? 256 : 0) |
      (reader.isYes("LeftScroll") ? 512 : 0) |
      (isForErrors ? 0x10000 : 0);
    const state: DialogState = {
      id,
      stops: [],
      first: null,
      isDefault: null,
      isCancel: null,
      controls: [],
    };
    const [x, y] = [reader.number("X", 50), reader.number("Y", 50)];
    const [width, height] = [reader.number("Width", 370), reader.number("Height", 270)];
    const title = reader.optional("Title");
    reader.children({ Control: control(compilation, state) });
    // The rule of Windows Installer's validation (ICE20) for a dialog that shows errors.
    const errorText = state.controls.find(([name]) => name === "ErrorText") && "ErrorText";
    const first = (isForErrors ? errorText : null) ?? state.stops[0] ?? state.first;
    if (first === null) throw reader.error(`Cannot use <Dialog> "${id}": it must have a Control`);
    database.add(
      "Dialog",
      id,
      x,
      y,
      width,
      height,
      attributes,
      title,
      first,
      state.isDefault,
      state.isCancel,
    );
    for (const row of state.controls) {
      const [name = ""] = row;
      const place = state.stops.indexOf(String(name));
      const next =
        place < 0 || state.stops.length < 2 ? null : state.stops[(place + 1) % state.stops.length];
      database.add("Control", id, ...row, next ?? null, null);
    }
  };
}

/** The attribute bits of a control; some have another meaning in another kind of control. */
const bits: Readonly<Record<string, number>> = {
  Sunken: 4,
  Indirect: 8,
  Integer: 16,
  RightToLeft: 32,
  RightAligned: 64,
  LeftScroll: 128,
  Transparent: 0x10000,
  NoPrefix: 0x20000,
  NoWrap: 0x40000,
  FormatSize: 0x80000,
  UserLanguage: 0x100000,
  Multiline: 0x10000,
  PasswordInput: 0x200000,
  Progress95: 0x10000,
  Removable: 0x10000,
  Fixed: 0x20000,
  Remote: 0x40000,
  CDROM: 0x80000,
  RAMDisk: 0x100000,
  Floppy: 0x200000,
  ShowRollbackCost: 0x400000,
  PushLike: 0x20000,
  Bitmap: 0x40000,
  Icon: 0x80000,
  FixedSize: 0x100000,
  ElevationShield: 0x800000,
  HasBorder: 0x1000000,
};

/** The controls in the tab order. */
const stops = new Set([
  "CheckBox",
  "DirectoryCombo",
  "DirectoryList",
  "Edit",
  "Hyperlink",
  "ListBox",
  "MaskedEdit",
  "PathEdit",
  "PushButton",
  "ScrollableText",
  "SelectionTree",
  "VolumeCostList",
  "VolumeSelectCombo",
]);

const kinds = Object.fromEntries(
  [...stops, "Bitmap", "Billboard", "GroupBox", "Icon", "Line", "ProgressBar", "Text"].map(
    (kind) => [kind, kind],
  ),
);

function control(compilation: Compilation, state: DialogState): Handler {
  const { database } = compilation;
  return (reader) => {
    const id = reader.id();
    const kind = reader.choice("Type", kinds);
    let attributes = (reader.isYes("Hidden") ? 0 : 1) | (reader.isYes("Disabled") ? 0 : 2);
    for (const [name, bit] of Object.entries(bits)) if (reader.isYes(name)) attributes |= bit;
    state.first ??= id;
    const isSkipped = reader.isYes("TabSkip", kind === "ScrollableText");
    if (stops.has(kind) && !isSkipped) state.stops.push(id);
    if (reader.isYes("Default")) state.isDefault = id;
    if (reader.isYes("Cancel")) state.isCancel = id;
    const bound = reader.optionalId("Property");
    const checked = reader.optional("CheckBoxValue");
    // Windows Installer itself writes the visible rows.
    if (kind === "ListBox") database.ensure("ListBox");
    if (bound !== null && checked !== null) addOnce(compilation, bound, checked);
    reader.ignore("ToolTip", "Help", "IconSize");
    let text = reader.optional("Text");
    const numbers = ["X", "Y", "Width", "Height"].map((name) => reader.number(name, 0));
    const conditions = {
      default: "Default",
      disable: "Disable",
      enable: "Enable",
      hide: "Hide",
      show: "Show",
    } as const;
    reader.children({
      Text: (child) => {
        text = controlText(compilation, child);
      },
      Publish: publish(compilation, { dialog: state.id, control: id }),
      Condition: (child) => {
        database.add(
          "ControlCondition",
          state.id,
          id,
          child.choice("Action", conditions),
          child.text(),
        );
      },
      Subscribe: (child) => {
        database.add(
          "EventMapping",
          state.id,
          id,
          child.required("Event"),
          child.required("Attribute"),
        );
      },
    });
    state.controls.push([id, kind, ...numbers, attributes, bound, text]);
  };
}

function controlText({ readText }: Compilation, reader: ElementReader): string {
  const source = reader.optional("SourceFile");
  if (source === null) return reader.text();
  return readText(
    resolve(reader.element.folder, source.replaceAll("\\", "/")),
    reader.element.place,
  );
}

/** Several check boxes may show one property. */
function addOnce({ database }: Compilation, name: string, value: string): void {
  if (!database.rows("CheckBox").some(([known]) => known === name))
    database.add("CheckBox", name, value);
}

/** <Publish>: the event of a control. @param inside its parent control; otherwise it names one */
function publish(
  { database }: Compilation,
  inside: { dialog: string; control: string } | null,
): Handler {
  return (reader) => {
    const dialog = inside?.dialog ?? reader.id("Dialog");
    const name = inside?.control ?? reader.id("Control");
    const bound = reader.optional("Property");
    const event = bound === null ? reader.required("Event") : `[${bound}]`;
    const value = reader.optional("Value") ?? (bound === null ? "0" : "{}");
    const before = database
      .rows("ControlEvent")
      .filter((row) => row[0] === dialog && row[1] === name).length;
    database.add(
      "ControlEvent",
      dialog,
      name,
      event,
      value,
      reader.text() || "1",
      reader.number("Order", before + 1),
    );
  };
}
