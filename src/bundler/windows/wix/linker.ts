import { WixError, type Place } from "./place.ts";
import type { Element } from "./source.ts";
import type { Value } from "./value.ts";

// A source consists of sections: one <Product> and <Fragment>s. A section with a referenced
// definition becomes part of the installer as a whole; an unreferenced one is left out.

/** The referenceable kinds, by the defining element. */
const definitions: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "Binary",
    "Component",
    "ComponentGroup",
    "CustomAction",
    "Dialog",
    "Directory",
    "Feature",
    "FeatureGroup",
    "File",
    "Icon",
    "Merge",
    "Property",
    "UI",
  ].map((name) => [name, name]),
);

/** The references: element and attribute. */
const askers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ComponentGroup: { Directory: "Directory" },
  ComponentGroupRef: { Id: "ComponentGroup" },
  Component: { Directory: "Directory", Feature: "Feature" },
  ComponentRef: { Id: "Component" },
  CreateFolder: { Directory: "Directory" },
  Custom: { Action: "CustomAction" },
  CustomAction: { BinaryKey: "Binary", Directory: "Directory", FileKey: "File" },
  CustomActionRef: { Id: "CustomAction" },
  DialogRef: { Id: "Dialog" },
  DirectoryRef: { Id: "Directory" },
  Feature: { ConfigurableDirectory: "Directory" },
  FeatureGroupRef: { Id: "FeatureGroup" },
  FeatureRef: { Id: "Feature" },
  PropertyRef: { Id: "Property" },
  Publish: { Dialog: "Dialog" },
  Shortcut: { Directory: "Directory", Icon: "Icon", WorkingDirectory: "Directory" },
  Show: { Dialog: "Dialog" },
  UIRef: { Id: "UI" },
};

/** Events of controls whose value is a reference. */
const askingEvents: Readonly<Record<string, string>> = {
  DoAction: "CustomAction",
  NewDialog: "Dialog",
  SpawnDialog: "Dialog",
};

/** Folders that every Windows has. */
export const standardFolders: ReadonlySet<string> = new Set(
  `TARGETDIR AdminToolsFolder AppDataFolder CommonAppDataFolder CommonFiles64Folder CommonFilesFolder DesktopFolder
  FavoritesFolder FontsFolder LocalAppDataFolder MyPicturesFolder NetHoodFolder PersonalFolder PrintHoodFolder
  ProgramFiles64Folder ProgramFilesFolder ProgramMenuFolder RecentFolder SendToFolder StartMenuFolder StartupFolder
  System16Folder System64Folder SystemFolder TempFolder TemplateFolder WindowsFolder WindowsVolume`.split(
    /\s+/,
  ),
);

/** Definitions of Windows Installer itself. */
function isThere(kind: string, id: string): boolean {
  return kind === "Directory" && standardFolders.has(id);
}

/**
 * Selects the sections of an installer.
 *
 * @param sections all available ones
 * @param roots those that are always part of it
 * @throws WixError when a reference is undefined or ambiguous
 */
export function link(sections: readonly Element[], roots: readonly Element[]): readonly Element[] {
  const owners = new Map<string, { readonly section: Element; readonly place: Place }[]>();
  for (const section of sections)
    walk(section, (element) => {
      const kind = definitions[element.name];
      const id = plainText(element.attributes.get("Id"));
      if (kind === undefined || id === null) return;
      const symbol = `${kind} ${id}`;
      owners.set(symbol, [...(owners.get(symbol) ?? []), { section, place: element.place }]);
    });
  const chosen = new Set(roots);
  for (const section of chosen)
    walk(section, (element) => {
      for (const [kind, id] of asked(element)) {
        const found = owners.get(`${kind} ${id}`) ?? [];
        const [first, second] = found;
        if (first === undefined) {
          if (isThere(kind, id)) continue;
          throw new WixError(
            element.place,
            `Cannot find ${kind} "${id}": it must be in the template or a fragment`,
          );
        }
        if (second !== undefined)
          throw new WixError(
            second.place,
            `Cannot define ${kind} "${id}" twice: it is defined in ${at(first.place)}`,
          );
        chosen.add(first.section);
      }
    });
  return [...chosen];
}

/** The elements of one kind with an id, in all sections. */
export function definedAs(sections: readonly Element[], name: string, id: string): Element[] {
  const found: Element[] = [];
  for (const section of sections)
    walk(section, (element) => {
      if (element.name === name && plainText(element.attributes.get("Id")) === id)
        found.push(element);
    });
  return found;
}

function* asked({ name, attributes }: Element): Generator<readonly [kind: string, id: string]> {
  for (const [attribute, kind] of Object.entries(askers[name] ?? {})) {
    const id = plainText(attributes.get(attribute));
    if (id !== null) yield [kind, id];
  }
  if (name !== "Publish") return;
  const kind = askingEvents[plainText(attributes.get("Event")) ?? ""];
  const id = plainText(attributes.get("Value"));
  if (kind !== undefined && id !== null) yield [kind, id];
}

export function walk(element: Element, visit: (element: Element) => void): void {
  visit(element);
  for (const child of element.children) walk(child, visit);
}

/** A text without references; `null` when it has some. */
export function plainText(value: Value | undefined): string | null {
  if (value === undefined || value.length === 0) return null;
  return value.every((part) => typeof part === "string") ? value.join("") : null;
}

function at({ file, line }: Place): string {
  return `${file}:${line}`;
}
