import { isCommon, type OpenedFiles } from "../opens.ts";
import type { StagedApp } from "../staged-app.ts";
import type { FileEntry } from "../write/entries.ts";

// File types that systems do not know. The packages of desktop-file-utils and shared-mime-info have
// triggers on the folders of entries and types, in Debian and in Fedora, so no script of ours runs
// at an installation or removal.
//
// Source: freedesktop.org, Shared MIME-info Database.

/** The description of an app's own types and extensions, and icons of such types. */
export function mimeEntries({ identifier, opens }: StagedApp): FileEntry[] {
  const types = opens.files.map(mimeType).filter((lines) => lines.length > 0);
  if (types.length === 0) return [];
  const description: FileEntry = {
    kind: "file",
    path: `usr/share/mime/packages/${identifier}.xml`,
    mode: 0o644,
    bytes: Buffer.from(mimeTypes(types.flat())),
  };
  const own = opens.files.filter(({ isOwn }) => isOwn);
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

function mimeTypes(types: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
    ...types,
    "</mime-info>",
    "",
  ].join("\n");
}

/** A type that the system knows keeps its description, and gets the extensions it does not know. */
function mimeType({ mimeType: type, isOwn, description, extensions }: OpenedFiles): string[] {
  const globs = (isOwn ? extensions : extensions.filter((each) => !isCommon(each))).map(glob);
  if (globs.length === 0) return [];
  const comment = isOwn ? [`    <comment>${Bun.escapeHTML(description)}</comment>`] : [];
  return [`  <mime-type type="${type}">`, ...comment, ...globs, "  </mime-type>"];
}

/**
 * Of several types for an extension, that with the largest weight counts; 50 is the default. So
 * another name for a common type, as image/jpg, does not hide the files from all other apps.
 */
function glob(extension: string): string {
  const weight = isCommon(extension) ? ' weight="10"' : "";
  return `    <glob${weight} pattern="*.${extension}"/>`;
}
