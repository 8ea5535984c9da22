import { existsSync, readFileSync } from "node:fs";

// GIR is the toolkit's description of its own functions, as XML. The files come with the -dev
// packages.

/** The machine form of a value: as much as a declaration can get wrong. */
export type Shape =
  | "nothing"
  | "boolean"
  | "int"
  | "unsigned"
  | "long"
  | "unsigned long"
  | "double"
  | "byte"
  | "short"
  | "pointer"
  | "string";

export interface Description {
  readonly args: readonly Shape[];
  readonly result: Shape;
  /** True if the result may be NULL. */
  readonly nullable: boolean;
}

const folder = "/usr/share/gir-1.0";
const files = [
  "GLib-2.0",
  "GObject-2.0",
  "Gio-2.0",
  "Gtk-3.0",
  "Pango-1.0",
  "Gdk-3.0",
  "GdkX11-3.0",
  "GdkPixbuf-2.0",
  "WebKit2-4.1",
  "JavaScriptCore-4.1",
  "Soup-3.0",
].map((name) => `${folder}/${name}.gir`);

/** True if every description is on this machine. */
export const isInstalled = files.every((file) => existsSync(file));

/** All described functions, by their C names. */
export function readDescriptions(): Map<string, Description> {
  const texts = files.map((file) => readFileSync(file, "utf8"));
  const kinds = new Map(texts.flatMap((text) => [...typeKinds(text)]));
  return new Map(texts.flatMap((text) => [...functions(text, kinds)]));
}

// The kind of a C type: an enumeration, a bitfield, …, or `alias:` and the C type that it stands
// for.
function* typeKinds(text: string): Iterable<[string, string]> {
  for (const [, kind = "", attributes = ""] of text.matchAll(
    /<(enumeration|bitfield|callback|record|class|interface|union)\s([^>]*)>/g,
  )) {
    const type = attribute(attributes, "c:type");
    if (type !== null) yield [type, kind];
  }
  for (const [, type = "", target = ""] of text.matchAll(
    /<alias\s[^>]*?c:type="([^"]+)"[^>]*>[\s\S]*?<type\s[^>]*?c:type="([^"]+)"/g,
  )) {
    yield [type, `alias:${target}`];
  }
}

function* functions(
  text: string,
  kinds: ReadonlyMap<string, string>,
): Iterable<[string, Description]> {
  const pattern =
    /<(function|method|constructor)\s([^>]*?c:identifier="([^"]+)"[^>]*?)>([\s\S]*?)<\/\1>/g;
  for (const [, , attributes = "", name = "", body = ""] of text.matchAll(pattern)) {
    const [, resultAttributes = "", resultBody = ""] =
      /<return-value([^>]*)>([\s\S]*?)<\/return-value>/.exec(body) ?? [];
    const args: Shape[] = [];
    for (const [, , parameter = "", type = ""] of body.matchAll(
      /<(instance-parameter|parameter)\b([^>]*)>([\s\S]*?)<\/\1>/g,
    )) {
      const isOut = /direction="(out|inout)"/.test(parameter);
      const cType = cTypeOf(type);
      args.push(shapeOf(isOut && !cType.includes("*") ? `${cType}*` : cType, kinds));
    }
    if (attribute(attributes, "throws") === "1") args.push("pointer"); // the GError** at the end
    const nullable = attribute(resultAttributes, "nullable") === "1";
    yield [name, { args, result: shapeOf(cTypeOf(resultBody), kinds), nullable }];
  }
}

function attribute(attributes: string, name: string): string | null {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;
}

function cTypeOf(type: string): string {
  const cType = attribute(type.replace(/<(type|array|callback)/g, " "), "c:type");
  if (cType !== null) return cType;
  return type.includes("<array") ? "void*" : type.includes('name="utf8"') ? "char*" : "unknown";
}

const plainShapes: Readonly<Record<string, Shape>> = {
  void: "nothing",
  none: "nothing",
  gboolean: "boolean",
  gint: "int",
  int: "int",
  gint32: "int",
  guint: "unsigned",
  guint32: "unsigned",
  GQuark: "unsigned",
  gssize: "long",
  glong: "long",
  gint64: "long",
  goffset: "long",
  gsize: "unsigned long",
  gulong: "unsigned long",
  guint64: "unsigned long",
  GType: "unsigned long",
  Window: "unsigned long",
  gdouble: "double",
  guint8: "byte",
  guchar: "byte",
  guint16: "short",
  gpointer: "pointer",
  gconstpointer: "pointer",
};

function shapeOf(cType: string, kinds: ReadonlyMap<string, string>): Shape {
  const type = cType.replace(/\b(const|volatile)\b/g, "").trim();
  if (/^g?char\s*\*$/.test(type)) return "string";
  if (type.includes("*")) return "pointer";
  const plain = plainShapes[type];
  if (plain !== undefined) return plain;
  const kind = kinds.get(type);
  if (kind?.startsWith("alias:") === true) return shapeOf(kind.slice("alias:".length), kinds);
  if (kind === "enumeration") return "int";
  if (kind === "bitfield") return "unsigned";
  // Callback types are pointers. So are types that GIR does not describe, such as GCallback.
  return "pointer";
}
