import { basename, resolve } from "node:path";
import { parseGuid } from "../msi/guid.ts";
import { fileName, type Compilation } from "./compilation.ts";
import type { ElementReader, Handler } from "./element-reader.ts";
import { registryHandlers } from "./registry.ts";
import { serviceHandlers } from "./services.ts";

// <Component>: the unit of installation and removal. Each has one key path by which Windows
// Installer detects it.

/** The facts about a component from its inner elements. */
export interface ComponentState {
  readonly id: string;
  readonly directory: string;
  /** Its key path: a key of the table `File` or `Registry`. */
  keyPath: { readonly id: string; readonly words: string; readonly isRegistry: boolean } | null;
  /** Used when none is marked as the key path. */
  firstFile: ComponentState["keyPath"];
}

const win64 = 256;

/** <Component>, inside a folder unless it names one. */
export function component(
  compilation: Compilation,
  folder: string | null,
  holder: string | null,
): Handler {
  return (reader) => {
    const directory = reader.optionalId("Directory") ?? folder;
    if (directory === null)
      throw reader.error("Cannot use <Component>: it must name its Directory here");
    const id = reader.id();
    const written = reader.optional("Guid") ?? "*";
    const feature = reader.optionalId("Feature");
    if (holder !== null) compilation.hold(holder, `component ${id}`);
    if (feature !== null) compilation.hold(`feature ${feature}`, `component ${id}`);
    reader.ignore("DiskId", "Location", "MultiInstance");
    let attributes =
      (reader.isYes("Win64", compilation.is64Bit) ? win64 : 0) |
      (reader.isYes("Permanent") ? 16 : 0) |
      (reader.isYes("SharedDllRefCount") ? 8 : 0) |
      (reader.isYes("NeverOverwrite") ? 128 : 0) |
      (reader.isYes("Transitive") ? 64 : 0);
    const isFolderKey = reader.isYes("KeyPath");
    const state: ComponentState = { id, directory, keyPath: null, firstFile: null };
    let condition: string | null = null;
    reader.children({
      ...fileHandlers(compilation, state),
      ...registryHandlers(compilation, state),
      ...serviceHandlers(compilation, state),
      Condition: (child) => {
        condition = child.text();
      },
    });
    const key = isFolderKey ? null : (state.keyPath ?? state.firstFile);
    if (key?.isRegistry) attributes |= 4;
    const guid =
      written === "*" ? compilation.componentGuid(directory, key?.words ?? "") : parseGuid(written);
    if (guid === null && written !== "")
      throw reader.error(`Cannot use Guid "${written}": it must be a GUID, "*", or empty`);
    compilation.database.add(
      "Component",
      id,
      guid,
      directory,
      attributes,
      condition,
      key?.id ?? null,
    );
  };
}

/** The elements that put files and folders on the disk. */
function fileHandlers(
  compilation: Compilation,
  state: ComponentState,
): Readonly<Record<string, Handler>> {
  const { database } = compilation;
  return {
    File: (reader) => {
      const written = reader.optional("Source");
      const name = reader.optional("Name") ?? basename((written ?? "").replaceAll("\\", "/"));
      const id = reader.optionalId("Id") ?? compilation.idFor("f", state.id, name);
      const source = resolve(reader.element.folder, (written ?? name).replaceAll("\\", "/"));
      reader.ignore("DiskId", "Compressed", "ProcessorArchitecture");
      const short = reader.optional("ShortName");
      const attributes =
        (reader.isYes("ReadOnly") ? 1 : 0) |
        (reader.isYes("Hidden") ? 2 : 0) |
        (reader.isYes("System") ? 4 : 0) |
        (reader.isYes("Vital", true) ? 512 : 0) |
        (reader.isYes("Checksum") ? 1024 : 0);
      const both = short === null ? fileName(name, reader.element.place) : `${short}|${name}`;
      compilation.files.push({
        id,
        component: state.id,
        name: both,
        source,
        attributes,
        place: reader.element.place,
      });
      const key = { id, words: name, isRegistry: false };
      state.firstFile ??= key;
      if (reader.isYes("KeyPath")) state.keyPath = key;
      reader.children({ Shortcut: shortcut(compilation, state, `[#${id}]`) });
    },
    Shortcut: shortcut(compilation, state, null),
    CreateFolder: (reader) => {
      database.add("CreateFolder", reader.optionalId("Directory") ?? state.directory, state.id);
    },
    RemoveFile: removal(compilation, state, (reader) =>
      fileName(reader.required("Name"), reader.element.place),
    ),
    RemoveFolder: removal(compilation, state, () => null),
    Environment: (reader) => {
      const action = reader.choice("Action", { set: "=", create: "+", remove: "!" }, "=");
      const value = reader.optional("Value");
      const separator = reader.optional("Separator") ?? ";";
      const part = reader.choice(
        "Part",
        { all: "all", first: "first", last: "last" } as const,
        "all",
      );
      const name = `${action}${reader.isYes("Permanent") ? "" : "-"}${reader.isYes("System") ? "*" : ""}${reader.required("Name")}`;
      const whole =
        part === "all"
          ? value
          : part === "first"
            ? `${value}${separator}[~]`
            : `[~]${separator}${value}`;
      database.add("Environment", reader.id(), name, whole, state.id);
    },
  };
}

const moments = { install: 1, uninstall: 2, both: 3 } as const;

function removal(
  { database }: Compilation,
  state: ComponentState,
  name: (reader: ElementReader) => string | null,
): Handler {
  return (reader) => {
    const directory =
      reader.optionalId("Directory") ?? reader.optionalId("Property") ?? state.directory;
    database.add(
      "RemoveFile",
      reader.id(),
      state.id,
      name(reader),
      directory,
      reader.choice("On", moments),
    );
  };
}

/** @param file its target, inside of a <File> */
function shortcut(compilation: Compilation, state: ComponentState, file: string | null): Handler {
  return (reader) => {
    const id = reader.id();
    const name = fileName(reader.required("Name"), reader.element.place);
    const short = reader.optional("ShortName");
    if (reader.isYes("Advertise"))
      throw reader.error(
        'Cannot use Advertise "yes" of <Shortcut>: use "no", with the same file as its Target',
      );
    const target = reader.optional("Target") ?? file ?? `[${state.directory}]`;
    const icon = reader.optionalId("Icon");
    compilation.database.add(
      "Shortcut",
      id,
      reader.optionalId("Directory") ?? state.directory,
      short === null ? name : `${short}|${reader.required("Name")}`,
      state.id,
      target,
      reader.optional("Arguments"),
      reader.optional("Description"),
      reader.number("Hotkey", 0) || null,
      icon,
      icon === null ? null : reader.number("IconIndex", 0),
      reader.choice("Show", { normal: 1, maximized: 3, minimized: 7 }, 1),
      reader.optionalId("WorkingDirectory"),
    );
    reader.children({
      ShortcutProperty: (property) => {
        const key = property.required("Key");
        compilation.database.add(
          "MsiShortcutProperty",
          property.optionalId("Id") ?? compilation.idFor("p", id, key),
          id,
          key,
          property.required("Value"),
        );
      },
    });
  };
}
