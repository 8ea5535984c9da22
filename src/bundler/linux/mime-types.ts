import { isCommon, type OpenedFiles } from "../opens.ts";
import type { StagedApp } from "../staged-app.ts";
import type { FileEntry } from "../write/entries.ts";

// File types that systems do not know. The packages of desktop-file-utils and shared-mime-info have
// triggers on the folders of entries and types, in Debian and in Fedora, so no script of ours runs
// at an installation or removal.
//
// Source: freedesktop.org, Shared MIME-info Database.

/** The description of an app's own types, and their icons. */
export function mimeEntries({ identifier, opens }: StagedApp): FileEntry[] {
  const own = opens.files.filter(({ isOwn }) => isOwn);
  if (own.length === 0) return [];
  const description: FileEntry = {
    kind: "file",
    path: `usr/share/mime/packages/${identifier}.xml`,
    mode: 0o644,
    bytes: Buffer.from(mimeTypes(own)),
  };
  const icons = own.flatMap(({ mimeType, icon }): FileEntry[] =>
    icon === null
      ? []
      : [
          {
            kind: "file",
            path: `usr/share/icons/hicolor/256x256/mimetypes/${mimeType.replaceAll("/", "-")}.png`,
            mode: 0o644,
            bytes: icon,
          },
        ],
  );
  return [description, ...icons];
}

function mimeTypes(own: readonly OpenedFiles[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
    ...own.flatMap(({ mimeType, description, extensions }) => [
      `  <mime-type type="${mimeType}">`,
      `    <comment>${Bun.escapeHTML(description)}</comment>`,
      ...extensions.map(glob),
      "  </mime-type>",
    ]),
    "</mime-info>",
    "",
  ].join("\n");
}

/**
 * Of several types for an extension, that with the largest weight counts; 50 is the default. So
 * another name for a common type, as image/jpg, does not hide the files from all other apps.
 */
function glob(extension: string): string {
  const weight = isCommon(extension) ? ' weight="10"' : "";
  return `    <glob${weight} pattern="*.${extension}"/>`;
}
