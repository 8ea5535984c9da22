import { openArgument } from "../../contract/shipped/open-arguments.ts";
import { openedMimeTypes } from "../opens.ts";
import type { StagedApp } from "../staged-app.ts";
import type { NamedText } from "../staging.ts";
import { categoryNames } from "./categories.ts";
import { renderTemplate } from "./template.ts";

/**
 * Renders the desktop entry: the data of an app for menus and task bars. Windows of the app report
 * its identifier as their class (X11) and application id (Wayland), which connects them to the
 * entry and its icon.
 *
 * Source: freedesktop.org, Desktop Entry Specification 1.5.
 */
export function desktopEntry(staged: StagedApp, template: NamedText | null): string {
  const values = {
    categories: categoryNames(staged.category)
      .desktop.map((category) => `${category};`)
      .join(""),
    comment: staged.summary === staged.productName ? null : escapeValue(staged.summary),
    exec: command(staged),
    icon: staged.identifier,
    mime_type: mimeTypes(staged) || null,
    name: escapeValue(staged.productName),
  };
  if (template !== null)
    return checked(renderTemplate(template.text, values, template.path), template);
  const lines = [
    "[Desktop Entry]",
    "Type=Application",
    `Name=${values.name}`,
    ...(values.comment === null ? [] : [`Comment=${values.comment}`]),
    `Exec=${values.exec}`,
    `Icon=${values.icon}`,
    "Terminal=false",
    `Categories=${values.categories}`,
    `StartupWMClass=${staged.identifier}`,
    // With it the desktop gives a start the token by which the running app comes to the front.
    ...(staged.opens.isOnce ? ["StartupNotify=true"] : []),
    ...(values.mime_type === null ? [] : [`MimeType=${values.mime_type}`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** Without these the desktop skips the entry, and the app is in no menu. */
const requiredKeys = ["Type", "Name", "Exec"];

function checked(entry: string, { path }: NamedText): string {
  const lines = entry.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
  if (lines[0]?.trimEnd() !== "[Desktop Entry]")
    throw new Error(`Cannot use template "${path}": its first line must be [Desktop Entry]`);
  const next = lines.findIndex((line, index) => index > 0 && line.startsWith("["));
  const keys = lines
    .slice(1, next === -1 ? undefined : next)
    .map((line) => line.split("=")[0]?.trimEnd());
  const missing = requiredKeys.find((key) => !keys.includes(key));
  if (missing !== undefined)
    throw new Error(
      `Cannot use template "${path}": [Desktop Entry] must have a line "${missing}="`,
    );
  return entry;
}

/** After our word no argument is an option of the app. `%U` includes addresses of files. */
function command({ packageName, opens }: StagedApp): string {
  if (opens.files.length === 0 && opens.schemes.length === 0) return packageName;
  return `${packageName} ${openArgument} %U`;
}

function mimeTypes({ opens }: StagedApp): string {
  return [...openedMimeTypes(opens), ...opens.schemes.map(schemeType)]
    .map((type) => `${type};`)
    .join("");
}

/** Source: freedesktop.org, Shared MIME-info, "URI scheme handlers". */
function schemeType(scheme: string): string {
  return `x-scheme-handler/${scheme}`;
}

function escapeValue(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return escaped.replace(/^ /, "\\s");
}
