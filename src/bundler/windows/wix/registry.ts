import type { Compilation } from "./compilation.ts";
import type { ComponentState } from "./components.ts";
import type { ElementReader, Handler } from "./element-reader.ts";

const roots = { HKCR: 0, HKCU: 1, HKLM: 2, HKU: 3, HKMU: -1 } as const;

interface Key {
  readonly root: number;
  readonly path: string;
}

/** The elements that write to the registry, and remove from it. */
export function registryHandlers(
  compilation: Compilation,
  state: ComponentState,
): Readonly<Record<string, Handler>> {
  const { database } = compilation;

  const keyOf = (reader: ElementReader, above: Key | null): Key => {
    const path = above === null ? reader.required("Key") : reader.optional("Key");
    return {
      root: reader.choice("Root", roots, above?.root),
      path: [above?.path, path].filter((part) => part !== undefined && part !== null).join("\\"),
    };
  };

  const value =
    (above: Key | null): Handler =>
    (reader) => {
      const { root, path } = keyOf(reader, above);
      const name = reader.optional("Name");
      const type = reader.choice("Type", kinds, kinds.string);
      const action = reader.choice("Action", actions, actions.write);
      const several: string[] = [];
      reader.children({ MultiStringValue: (child) => several.push(child.text()) });
      const written = several.length > 0 ? several.join("[~]") : (reader.optional("Value") ?? "");
      const id = reader.optionalId("Id") ?? compilation.idFor("r", state.id, path, name ?? "");
      database.add("Registry", id, root, path, name, action(type(written)), state.id);
      if (reader.isYes("KeyPath"))
        state.keyPath = { id, words: `${root}\\${path}\\${name ?? ""}`, isRegistry: true };
    };

  const key =
    (above: Key | null): Handler =>
    (reader) => {
      const own = keyOf(reader, above);
      // In an older form of the language, one attribute had both meanings.
      const creates = reader.isYes("ForceCreateOnInstall");
      const deletes = reader.isYes("ForceDeleteOnUninstall");
      const mark = reader.choice(
        "Action",
        { none: "", create: "+", createAndRemoveOnUninstall: "*" },
        creates ? (deletes ? "*" : "+") : deletes ? "-" : "",
      );
      const id = reader.optionalId("Id");
      if (mark !== "")
        database.add(
          "Registry",
          id ?? compilation.idFor("r", state.id, own.path, mark),
          own.root,
          own.path,
          mark,
          null,
          state.id,
        );
      reader.children({ RegistryKey: key(own), RegistryValue: value(own) });
    };

  return {
    RegistryKey: key(null),
    RegistryValue: value(null),
    RemoveRegistryKey: (reader) => {
      const { root, path } = keyOf(reader, null);
      const id = reader.optionalId("Id") ?? compilation.idFor("r", state.id, path, "-");
      if (reader.choice("Action", { removeOnInstall: true, removeOnUninstall: false }))
        database.add("RemoveRegistry", id, root, path, "-", state.id);
      else database.add("Registry", id, root, path, "-", null, state.id);
    },
    RemoveRegistryValue: (reader) => {
      const { root, path } = keyOf(reader, null);
      const name = reader.optional("Name");
      const id = reader.optionalId("Id") ?? compilation.idFor("r", state.id, path, name ?? "", "-");
      database.add("RemoveRegistry", id, root, path, name, state.id);
    },
  };
}

const kinds = {
  // A text that begins with the mark of other kinds has it twice.
  string: (text: string) => text.replace(/^#/, "##"),
  integer: (text: string) => `#${text}`,
  binary: (text: string) => `#x${text}`,
  expandable: (text: string) => `#%${text}`,
  multiString: (text: string) => `[~]${text}[~]`,
} as const;

const actions = {
  write: (text: string) => text,
  append: (text: string) => text.replace(/\[~\]$/, ""),
  prepend: (text: string) => text.replace(/^\[~\]/, ""),
} as const;
