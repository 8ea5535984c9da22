import type { PackagedFile } from "../resources.ts";
import { sharedFiles } from "../runtime/shared-app.ts";
import type { StagedApp } from "../staged-app.ts";
import type { LinuxApp } from "./linux-app.ts";
import type { NamedText } from "../staging.ts";
import type { Content, Entry, FileEntry } from "../write/entries.ts";
import { fileSource } from "../write/source.ts";
import { desktopEntry } from "./desktop-entry.ts";
import { metainfo, metainfoPath } from "./metainfo.ts";
import { mimeEntries } from "./mime-types.ts";

// The common layout of the three Linux formats:
//
//   usr/bin/<name>                                      → ../lib/<name>/<name>, or a script that becomes it (`launcher.ts`)
//   usr/lib/<name>/<name>                               the executable, or the launcher where the runtime is shared
//   usr/lib/<name>/app/                                 the app, where the runtime is shared
//   usr/lib/<name>/<sidecar>
//   usr/lib/<name>/<resource>
//   usr/share/applications/<identifier>.desktop
//   usr/share/metainfo/<identifier>.metainfo.xml        unless the format's own files have one
//   usr/share/mime/packages/<identifier>.xml            where it opens files of types of its own
//   usr/share/icons/hicolor/<size>/apps/<identifier>.png
//
// Sidecars stay out of usr/bin: there an app's "ffmpeg" would collide with the distribution's.

/** The folder of the executable, which is also the resource folder. */
export function appFolder(staged: StagedApp): string {
  return `usr/lib/${staged.packageName}`;
}

/** A format's settings about the common layout. */
interface FormatSettings {
  readonly desktopTemplate: NamedText | null;
  readonly files: readonly PackagedFile[];
}

/** The files of the common layout. */
export function commonEntries(
  staged: LinuxApp,
  executable: Content,
  { desktopTemplate, files }: FormatSettings,
  command: Entry = linkedCommand(staged),
): Entry<Content>[] {
  const folder = appFolder(staged);
  const { packageName: name, identifier } = staged;
  return [
    command,
    { kind: "file", path: `${folder}/${name}`, mode: 0o755, bytes: executable },
    ...readFiles(staged.shared === null ? [] : sharedFiles(staged.shared), folder),
    ...readFiles(staged.sidecars, folder),
    ...readFiles(staged.resources, folder),
    text(`usr/share/applications/${identifier}.desktop`, desktopEntry(staged, desktopTemplate)),
    ...metainfoEntries(staged, files),
    ...mimeEntries(staged),
    ...iconEntries(staged),
  ];
}

function linkedCommand({ packageName: name }: StagedApp): Entry {
  return { kind: "link", path: `usr/bin/${name}`, to: `../lib/${name}/${name}` };
}

/** Packaged files, placed below `folder` ("" for the root). They are read when they are packed. */
export function readFiles(files: readonly PackagedFile[], folder: string): FileEntry<Content>[] {
  return files.map(({ path, source, executable }) => ({
    kind: "file",
    path: folder === "" ? path : `${folder}/${path}`,
    mode: executable ? 0o755 : 0o644,
    bytes: typeof source === "string" ? fileSource(source) : source,
  }));
}

export function text(path: string, content: string): FileEntry {
  return { kind: "file", path, mode: 0o644, bytes: Buffer.from(content) };
}

function metainfoEntries(staged: StagedApp, files: readonly PackagedFile[]): FileEntry[] {
  const content = metainfo(staged);
  const place = metainfoPath(staged);
  return content === null || files.some(({ path }) => path === place) ? [] : [text(place, content)];
}

function iconEntries({ icons, identifier }: StagedApp): FileEntry[] {
  return icons.flatMap(({ size, bytes }) => {
    // The icon theme has folders for square icons only.
    if (size !== null && size.width !== size.height) return [];
    const [folder, ending] =
      size === null ? ["scalable", "svg"] : [`${size.width}x${size.height}`, "png"];
    return [
      {
        kind: "file",
        path: `usr/share/icons/hicolor/${folder}/apps/${identifier}.${ending}`,
        mode: 0o644,
        bytes,
      },
    ];
  });
}
