import { resolve as resolvePath } from "node:path";
import type { Database } from "../msi/database.ts";
import { customAction, sequence, setProperty } from "./actions.ts";
import { Compilation, fileName, type SourceFile, type SourceStream } from "./compilation.ts";
import { component } from "./components.ts";
import { ui } from "./dialogs.ts";
import { readElement, type ElementReader, type Handler, type Resolve } from "./element-reader.ts";
import { emitFeatures, refuseMerge, topFeatures } from "./features.ts";
import { link, plainText, walk } from "./linker.ts";
import { WixError, type Place } from "./place.ts";
import {
  emitSequences,
  majorUpgrade,
  packageHandler,
  property,
  readProduct,
  upgrade,
  type ProductState,
} from "./product.ts";
import type { Element } from "./source.ts";
import type { Reference } from "./value.ts";

export interface CompileOptions {
  /** <Product> and all available <Fragment>s. */
  readonly sections: readonly Element[];
  /** Sections that are always part of the installer, besides the product. */
  readonly roots: readonly Element[];
  /** The values of `!(loc.Name)`. */
  readonly texts: ReadonlyMap<string, string>;
  readonly language: number;
  readonly is64Bit: boolean;
  /** Reads the text of a control from a file. */
  readonly readText: (path: string, place: Place) => string;
}

/** An installer, without the bytes of its files. */
export interface Compiled {
  readonly database: Database;
  readonly files: readonly SourceFile[];
  readonly streams: readonly SourceStream[];
  readonly properties: ReadonlyMap<string, string>;
  readonly secure: ReadonlySet<string>;
  readonly product: Readonly<ProductState>;
}

/**
 * Compiles a description of an installer.
 * @throws WixError with the position of the error
 */
export function compile(options: CompileOptions): Compiled {
  const { sections, roots, texts, language, is64Bit, readText } = options;
  const products = sections.filter(({ name }) => name === "Product");
  const [first, second] = products;
  if (first === undefined) throw new Error("Cannot find <Product>: the template must have it");
  if (second !== undefined)
    throw new WixError(second.place, "Cannot use <Product>: there is one already");
  const linked = link(sections, [first, ...roots]);
  const resolve = resolver(texts, linked);
  const product: ProductState = {
    name: "",
    manufacturer: "",
    version: "",
    upgradeCode: "",
    productCode: null,
    language,
    description: "",
    comments: "",
    installer: 500,
    platform: is64Bit ? "x64" : "x86",
  };
  readElement(first, resolve, (reader) => {
    readProduct(reader, product);
    reader.children(anything(reader.element));
  });
  const compilation = new Compilation(product.upgradeCode, is64Bit, readText);
  for (const section of linked)
    readElement(section, resolve, (reader) => {
      if (section === first) readProduct(reader, product);
      else reader.ignore("Id");
      reader.children(topHandlers(compilation, product));
    });
  compilation.emitFolders();
  emitFeatures(compilation);
  emitSequences(compilation, compilation.database.rows("Dialog").length > 0);
  const { database, files, streams, properties, secure } = compilation;
  return { database, files, streams, properties, secure, product };
}

/** Skips content that is read later. */
function anything({ children }: Element): Readonly<Record<string, Handler>> {
  const skip: Handler = (reader) => {
    reader.ignore(...reader.element.attributes.keys());
    reader.text();
    reader.children(anything(reader.element));
  };
  return Object.fromEntries(children.map(({ name }) => [name, skip]));
}

function topHandlers(
  compilation: Compilation,
  product: ProductState,
): Readonly<Record<string, Handler>> {
  const { database } = compilation;
  const refers: Handler = (reader) => void reader.id();
  return {
    ...topFeatures(compilation),
    Package: packageHandler(product),
    // There is one medium, which is the installer itself.
    Media: (reader) =>
      reader.ignore("Id", "Cabinet", "EmbedCab", "CompressionLevel", "DiskPrompt", "VolumeLabel"),
    MediaTemplate: (reader) =>
      reader.ignore(
        "CabinetTemplate",
        "EmbedCab",
        "CompressionLevel",
        "MaximumUncompressedMediaSize",
        "DiskPrompt",
      ),
    Property: property(compilation),
    PropertyRef: refers,
    SetProperty: setProperty(compilation, 51),
    SetDirectory: setProperty(compilation, 35),
    Directory: folder(compilation, null),
    DirectoryRef: (reader) => {
      reader.ignore("DiskId", "FileSource");
      reader.children(inFolder(compilation, reader.id()));
    },
    Component: component(compilation, null, null),
    Icon: stream(compilation, "Icon"),
    Binary: stream(compilation, "Binary"),
    CustomAction: customAction(compilation),
    CustomActionRef: refers,
    InstallExecuteSequence: sequence(compilation, "InstallExecuteSequence"),
    InstallUISequence: sequence(compilation, "InstallUISequence"),
    AdminExecuteSequence: sequence(compilation, "AdminExecuteSequence"),
    AdminUISequence: sequence(compilation, "AdminUISequence"),
    AdvertiseExecuteSequence: sequence(compilation, "AdvtExecuteSequence"),
    Condition: (reader) => {
      database.add("LaunchCondition", reader.text(), reader.required("Message"));
    },
    MajorUpgrade: majorUpgrade(compilation, product),
    Upgrade: upgrade(compilation),
    UI: ui(compilation),
    UIRef: refers,
    Merge: refuseMerge,
    // References have used its value already.
    WixVariable: (reader) => reader.ignore("Id", "Value", "Overridable"),
  };
}

function folder(compilation: Compilation, parent: string | null): Handler {
  return (reader) => {
    const id = reader.id();
    const name = reader.optional("Name");
    const short = reader.optional("ShortName");
    reader.ignore("DiskId", "FileSource", "SourceName", "ShortSourceName");
    const { place } = reader.element;
    const long = name === null || name === "." ? "." : fileName(name, place);
    compilation.addFolder(id, parent, short === null ? long : `${short}|${name ?? ""}`, reader);
    reader.children(inFolder(compilation, id));
  };
}

function inFolder(compilation: Compilation, id: string): Readonly<Record<string, Handler>> {
  return {
    Directory: folder(compilation, id),
    Component: component(compilation, id, null),
    Merge: refuseMerge,
  };
}

function stream({ streams }: Compilation, table: SourceStream["table"]): Handler {
  return (reader: ElementReader) => {
    const written = reader.required("SourceFile").replaceAll("\\", "/");
    const { folder: base, place } = reader.element;
    streams.push({ table, id: reader.id(), source: resolvePath(base, written), place });
  };
}

/** Variables that name files for the dialogs, in any section. */
export const dialogFiles: ReadonlySet<string> = new Set([
  "WixUILicenseRtf",
  "WixUIBannerBmp",
  "WixUIDialogBmp",
]);

/** Resolves references, in these sections. */
function resolver(texts: ReadonlyMap<string, string>, sections: readonly Element[]): Resolve {
  const variables = new Map<string, string>();
  const resolve: Resolve = (value, place) =>
    value.map((part) => (typeof part === "string" ? part : textOf(part, place))).join("");
  const textOf = ({ kind, name, fallback }: Reference, place: Place): string => {
    const found = (kind === "loc" ? texts : variables).get(name) ?? fallback;
    if (found !== null) return found;
    throw new WixError(
      place,
      kind === "loc"
        ? `Cannot find "!(loc.${name})": it must be a String of the language`
        : `Cannot find "!(wix.${name})": it must be a <WixVariable>`,
    );
  };
  for (const section of sections)
    walk(section, ({ name, attributes, place, folder: base }) => {
      const id = name === "WixVariable" ? plainText(attributes.get("Id")) : null;
      if (id === null) return;
      const text = resolve(attributes.get("Value") ?? [], place);
      variables.set(id, dialogFiles.has(id) ? resolvePath(base, text.replaceAll("\\", "/")) : text);
    });
  return resolve;
}
