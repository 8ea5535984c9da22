import { isSpdxExpression } from "../licenses.ts";
import { releaseDate } from "../source-date.ts";
import { openedMimeTypes } from "../opens.ts";
import type { StagedApp } from "../staged-app.ts";
import { categoryNames } from "./categories.ts";

// AppStream metadata: the description of an app in software centres before it is installed.
//
// Source: freedesktop.org, AppStream 1.0, "Desktop Applications"; `appstreamcli validate` agrees.

/** The path of an app's metadata in a package. */
export function metainfoPath({ identifier }: StagedApp): string {
  return `usr/share/metainfo/${identifier}.metainfo.xml`;
}

/**
 * Renders the metadata; `null` when the identifier is no name in reverse domain notation, because
 * catalogues reject an app without one. Summary and description are never missing: the next shorter
 * text replaces them.
 */
export function metainfo(staged: StagedApp): string | null {
  const { identifier } = staged;
  if (!reverseDomain.test(identifier)) return null;
  const developer = element("name", staged.publisher);
  const lines = [
    element("id", identifier),
    element("name", staged.productName),
    element("summary", staged.summary),
    // For this file, not for the app: catalogues may copy it.
    element("metadata_license", "CC0-1.0"),
    ...license(staged),
    `<developer id="${developerId(identifier)}">${developer}</developer>`,
    // The same for readers before 1.0, such as Debian 12's.
    element("developer_name", staged.publisher),
    ...homepage(staged),
    "<description>",
    ...paragraphs(staged.description ?? staged.summary).map((text) => `  ${element("p", text)}`),
    "</description>",
    `<launchable type="desktop-id">${identifier}.desktop</launchable>`,
    ...(staged.icons.length === 0 ? [] : [`<icon type="stock">${identifier}</icon>`]),
    "<categories>",
    ...categoryNames(staged.category).desktop.map(
      (category) => `  ${element("category", category)}`,
    ),
    "</categories>",
    `<provides>${[
      element("binary", staged.packageName),
      ...openedMimeTypes(staged.opens).map((type) => element("mediatype", type)),
    ].join("")}</provides>`,
    '<content_rating type="oars-1.1"/>',
    ...releases(staged),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<component type="desktop-application">',
    ...lines.map((line) => `  ${line}`),
    "</component>",
    "",
  ].join("\n");
}

const reverseDomain = /^[a-z][a-z0-9-]*(\.[A-Za-z0-9_-]+){2,}$/;

/** `org.example` of `org.example.greeter`. */
function developerId(identifier: string): string {
  return identifier.split(".").slice(0, 2).join(".").toLowerCase();
}

/**
 * npm's UNLICENSED means no permission. Other texts that are no SPDX expression are ignored here.
 */
function license({ license: text }: StagedApp): string[] {
  if (text === "UNLICENSED") return [element("project_license", "LicenseRef-proprietary")];
  return text !== null && isSpdxExpression(text) ? [element("project_license", text)] : [];
}

function homepage({ homepage: text }: StagedApp): string[] {
  const isWeb = text !== null && /^https?:$/.test(URL.parse(text)?.protocol ?? "");
  return isWeb ? [`<url type="homepage">${Bun.escapeHTML(text)}</url>`] : [];
}

/** An empty line ends a paragraph; its lines are joined. */
function paragraphs(text: string): string[] {
  return text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
}

/** A release must have a date. */
function releases({ version, time }: StagedApp): string[] {
  const date = releaseDate(time)?.toISOString().slice(0, 10);
  if (date === undefined) return [];
  const type = version.includes("-") ? "development" : "stable";
  return [
    "<releases>",
    `  <release version="${Bun.escapeHTML(version)}" type="${type}" date="${date}"/>`,
    "</releases>",
  ];
}

function element(name: string, text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return `<${name}>${Bun.escapeHTML(plain)}</${name}>`;
}
