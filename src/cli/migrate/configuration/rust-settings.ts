import { findNode, pathText, plainValue, type Path } from "../../../config/shape/tree.ts";
import { documentPath } from "../../project/documents.ts";
import { applyEdits, lineAt } from "../edits.ts";
import type { HiddenWindow } from "../front-end/hidden-windows.ts";
import type { Note, Repair } from "../note.ts";
import { settledLabel } from "../repairs.ts";
import { findMenus } from "../rust/menus.ts";
import { findStartHides, type StartHide } from "../rust/start-hides.ts";
import { blankRust } from "../rust/text.ts";
import { findWindowSettings } from "../rust/window-settings.ts";
import { treeOf } from "../tauri-project.ts";
import { withField } from "./added-field.ts";

export interface RustSettings {
  readonly text: string;
  /** The values that became fields, with their positions in Rust. */
  readonly repairs: readonly Repair[];
  /** The values that could not become fields. */
  readonly left: readonly Note[];
  /** The calls of `hide` whose windows start hidden by the configuration. */
  readonly hides: readonly StartHide[];
  /** The windows that start hidden by these calls alone. */
  readonly hidden: readonly HiddenWindow[];
  /** Whether menus were found, each of which is in one of both lists. */
  readonly hasMenu: boolean;
}

/**
 * A main configuration with fields in place of Rust's set-up calls: the menu, single instance, and
 * shadows, effects and visibility of windows.
 *
 * @param sources the texts of the Rust files by their paths
 */
export function withRustSettings(
  name: string,
  text: string,
  sources: ReadonlyMap<string, string>,
): RustSettings {
  const repairs: Repair[] = [];
  const left: Note[] = [];
  let now = text;
  const put = (
    place: Pick<Note, "file" | "line">,
    section: Path,
    key: string,
    value: unknown,
  ): boolean => {
    const next = withField(name, now, section, key, value);
    if (next === null) return false;
    now = next;
    const path = pathText([...section, key]);
    repairs.push({
      file: place.file,
      line: place.line,
      text: `${path} replaces the Rust code here`,
    });
    return true;
  };

  const one = instancePlugin(sources);
  if (one !== null) put(one, ["framework"], "singleInstance", true);

  const menus = findMenus(sources);
  for (const { entries, reason, ...place } of menus) {
    const here = `framework.menu, or app.menu and setMenu of a window in main.ts (${documentPath("menus.md")})`;
    if (entries === null)
      left.push({
        ...place,
        text: `this menu was not translated: ${reason}; in its place: ${here}`,
      });
    else if (!put(place, ["framework"], "menu", entries))
      left.push({
        ...place,
        text: `this menu was not translated: framework.menu is there already; in its place: ${here}`,
      });
  }

  const settings = [...sources].flatMap(([file, source]) => findWindowSettings(file, source));
  for (const [, ofField] of Map.groupBy(settings, ({ label, field }) => `${field} ${label}`)) {
    const known = ofField.filter(({ value }) => value !== null);
    const [first] = known;
    const index = first === undefined ? -1 : windowAt(name, now, first.label);
    const isPut =
      first !== undefined &&
      index !== -1 &&
      put(
        first,
        ["framework", "windows", index],
        first.field,
        first.field === "shadow" ? false : [...new Set(known.map(({ value }) => value))],
      );
    for (const { file, line, call, field } of isPut
      ? ofField.filter(({ value }) => value === null)
      : ofField) {
      const here = `${field} of framework.windows in the configuration (${documentPath("looks.md")})`;
      left.push({ file, line, text: `Rust calls ${call}; in its place: ${here}` });
    }
  }

  const hides: StartHide[] = [];
  const hidden: HiddenWindow[] = [];
  for (const hide of [...sources].flatMap(([file, source]) => findStartHides(file, source))) {
    const index = windowAt(name, now, hide.label);
    if (index === -1) continue;
    const section = ["framework", "windows", index];
    const field = pathText([...section, "visible"]);
    const root = treeOf(name, now);
    const visible = root === null ? undefined : findNode(root, [...section, "visible"])?.node;
    if (visible === undefined) {
      if (!put(hide, section, "visible", false)) continue;
      hidden.push({ label: hide.label, file: hide.file, line: hide.line, field });
    } else if (plainValue(visible) !== false) {
      now = applyEdits(now, [{ start: visible.start, end: visible.end, text: "false" }]);
      const { file, line } = hide;
      repairs.push({ file, line, text: `${field} replaces the Rust code here` });
      hidden.push({ label: hide.label, file, line, field });
    }
    hides.push(hide);
  }
  return { text: now, repairs, left, hides, hidden, hasMenu: menus.length > 0 };
}

/** The use of the single-instance plugin in Rust. */
function instancePlugin(sources: ReadonlyMap<string, string>): Pick<Note, "file" | "line"> | null {
  for (const [file, source] of sources) {
    const text = blankRust(source);
    const index = text.search(/\btauri_plugin_single_instance\s*::\s*init\s*\(/);
    if (index !== -1) return { file, line: lineAt(text, index) };
  }
  return null;
}

/** The index of a window in the list, by its label in Rust; -1: none has it. */
function windowAt(name: string, text: string, label: string | null): number {
  const root = treeOf(name, text);
  const list = root === null ? undefined : findNode(root, ["framework", "windows"])?.node;
  if (list?.kind !== "list" || label === null) return -1;
  return list.items.findIndex((item) => {
    const own = findNode(item, ["label"])?.node;
    return (own === undefined ? "main" : plainValue(own)) === settledLabel(label);
  });
}
