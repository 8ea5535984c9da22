import { basename, dirname, resolve } from "node:path";
import { element, type Element } from "../wix/source.ts";
import type { WixSettings } from "../../settings.ts";
import type { Registration } from "../registrations.ts";
import { plainId } from "./guid.ts";

/** A file of the app, and its path on this machine. */
export interface AppFile {
  /** Below the app's folder, with "/". */
  readonly path: string;
  readonly source: string;
}

/** A placeholder path for bytes that are not on a disk, or not yet. */
export function providedPath(name: string): string {
  return resolve("/framework", name);
}

/**
 * The component group AppFiles: each file in a component of its own, so that each is repaired
 * separately, and the registrations for opening.
 */
export function appFilesSection(
  files: readonly AppFile[],
  executable: string,
  registered: readonly Registration[],
): Element {
  const spelled = new Map([[".", "."]]);
  // Names that differ only in case are one folder: spelled as the first of them.
  const asSpelled = (folder: string): string => {
    const known = spelled.get(folder.toLowerCase());
    if (known !== undefined) return known;
    const above = asSpelled(dirname(folder));
    const name = above === "." ? basename(folder) : `${above}/${basename(folder)}`;
    spelled.set(folder.toLowerCase(), name);
    return name;
  };
  const filesIn = Map.groupBy(files, ({ path }) => asSpelled(dirname(path)));
  // The root folder has no parent folder.
  const foldersIn = Map.groupBy([...spelled.values()].slice(1), (folder) => dirname(folder));
  const componentId = ({ path }: AppFile): string =>
    path === executable ? "Executable" : plainId("c", path.toLowerCase());
  const inFolder = (folder: string): Element[] => [
    ...(filesIn.get(folder) ?? []).map((file) => {
      const id = componentId(file);
      const name = file.path.slice(file.path.lastIndexOf("/") + 1);
      const attributes = { Id: id, Name: name, Source: file.source, KeyPath: "yes" };
      return element("Component", { Id: id, Guid: "*" }, [element("File", attributes)]);
    }),
    ...(foldersIn.get(folder) ?? []).map((path) =>
      element(
        "Directory",
        { Id: plainId("d", path.toLowerCase()), Name: path.slice(path.lastIndexOf("/") + 1) },
        inFolder(path),
      ),
    ),
  ];
  return element("Fragment", {}, [
    element("DirectoryRef", { Id: "INSTALLDIR" }, [
      ...inFolder("."),
      ...(registered.length === 0 ? [] : [registrationComponent(registered)]),
    ]),
    element(
      "ComponentGroup",
      { Id: "AppFiles" },
      [...files.map(componentId), ...(registered.length === 0 ? [] : [openingId])].map((Id) =>
        element("ComponentRef", { Id }),
      ),
    ),
  ]);
}

const openingId = "Opening";

/** Windows Installer removes each value, and empty keys. */
function registrationComponent(registered: readonly Registration[]): Element {
  return element(
    "Component",
    { Id: openingId, Guid: "*" },
    registered.map(({ key, name, value }, index) =>
      element("RegistryValue", {
        Root: "HKLM",
        Key: key,
        ...(name !== null && { Name: name }),
        Type: "string",
        Value: value
          .map((part) =>
            typeof part === "string" ? formatted(part) : `[INSTALLDIR]${formatted(part.file)}`,
          )
          .join(""),
        ...(index === 0 && { KeyPath: "yes" }),
      }),
    ),
  );
}

/** A text with literal brackets. */
function formatted(text: string): string {
  return text.replace(/[[\]{}]/g, (character) => `[\\${character}]`);
}

/** The configuration's additions: its references to fragments, and the files of dialogs. */
export function settingsSection(
  { componentGroupRefs, componentRefs, featureGroupRefs, featureRefs }: WixSettings,
  {
    title,
    dialogFiles,
  }: { readonly title: string; readonly dialogFiles: Readonly<Record<string, string | null>> },
): Element {
  const refer = (name: string, ids: readonly string[]): Element[] =>
    ids.map((Id) => element(name, { Id }));
  const components = [
    ...refer("ComponentGroupRef", componentGroupRefs),
    ...refer("ComponentRef", componentRefs),
  ];
  return element("Fragment", {}, [
    ...(components.length === 0
      ? []
      : [element("Feature", { Id: "External", Level: "1", Title: title }, components)]),
    ...refer("FeatureGroupRef", featureGroupRefs),
    ...refer("FeatureRef", featureRefs),
    ...Object.entries(dialogFiles)
      .filter(([, path]) => path !== null)
      .map(([Id, Value]) => element("WixVariable", { Id, Value })),
  ]);
}
