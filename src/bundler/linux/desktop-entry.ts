import type { StagedApp } from "../staged-app.ts";
import type { NamedText } from "../staging.ts";
import { categoryNames } from "./categories.ts";
import { renderTemplate } from "./template.ts";

/**
 * Renders the desktop entry: what menus and task bars know of an app. Windows of the app report its identifier
 * as their class (X11) and application id (Wayland), so that is what ties them to the entry and its icon.
 *
 * Source: freedesktop.org, Desktop Entry Specification 1.5.
 */
export function desktopEntry(staged: StagedApp, template: NamedText | null): string {
  const values = {
    categories: categoryNames(staged.category)
      .desktop.map((category) => `${category};`)
      .join(""),
    comment: staged.summary === staged.productName ? null : escapeValue(staged.summary),
    exec: staged.packageName,
    icon: staged.identifier,
    name: escapeValue(staged.productName),
  };
  if (template !== null) return renderTemplate(template.text, values, template.path);
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
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function escapeValue(text: string): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return escaped.replace(/^ /, "\\s");
}
