import { join } from "node:path";
import { readFile, readText } from "../../disk/read.ts";
import { packBlockSize } from "../../contract/shipped/pack.ts";
import { architectureNames } from "../../contract/target.ts";
import type { Effort, MakeContext } from "../format-table.ts";
import { largestIcon } from "../icons.ts";
import { setMode } from "../../disk/write.ts";
import { zstdBlocks } from "../write/compress.ts";
import { executableOf } from "../staged-app.ts";
import { withFolders, type Content, type Entry } from "../write/entries.ts";
import { writeSquashfs } from "../write/squashfs/image.ts";
import { desktopEntry } from "./desktop-entry.ts";
import { commonEntries, text } from "./layout.ts";
import { imageCommand } from "./launcher.ts";
import type { LinuxApp } from "./linux-app.ts";
import { mediaAppRun, mediaEntries, missingForMedia } from "./media-framework.ts";

// An AppImage (type 2) is an ELF program with a squashfs image behind it. Our program, in
// stub/appimage, mounts the image and runs AppRun in it. The root of the image holds, besides
// `usr`:
//
//   AppRun                  a script that becomes usr/lib/<name>/<name>
//   <identifier>.desktop
//   <identifier>.png        the icon that the desktop entry names
//   .DirIcon                → the icon
//
// GTK, WebKitGTK and their dependencies are the host's: an app with its own libwayland-client or
// GLib breaks as soon as the host's graphics drivers need newer ones.

/** Larger blocks compress better (by 5 % against 256 KiB), and start as fast. */
const blockSize = packBlockSize;

/** Levels of zstd. */
const levels: Readonly<Record<Effort, number>> = { quick: 3, small: 19 };

const stubFolder = join(import.meta.dirname, "stub");

/** `my-app_1.2.3-beta.1_x86_64.AppImage` */
export function appImageFileName(staged: LinuxApp): string {
  return `${staged.packageName}_${staged.version}_${architectureNames[staged.target.architecture].gnu}.AppImage`;
}

/** Every AppImage needs an icon, and media plugins if the app wants them. */
export function missingForAppImage(staged: LinuxApp): string | null {
  if (largestIcon(staged.icons) === null) return "bundle.icon must name a PNG or SVG file";
  return missingForMedia(staged);
}

/**
 * Makes the AppImage. It carries its own runtime, unlike other packages of a shared app: no package
 * manager would install one.
 */
export async function makeAppImage(app: LinuxApp, context: MakeContext): Promise<void> {
  const { folder, progress } = context;
  const staged: LinuxApp = { ...app, shared: null };
  const entries = withFolders<Content>([
    ...rootEntries(staged),
    ...commonEntries(staged, executableOf(staged), {
      desktopTemplate: staged.deb.desktopTemplate,
      files: [],
    }),
  ]);
  const compress = packing(context);
  const path = join(folder, appImageFileName(staged));
  // The stub looks for the image at the end of its own section headers, the last part of an ELF
  // file.
  const head = readFile(join(stubFolder, `appimage-${staged.target.architecture}`));
  await writeSquashfs(path, entries, { head, time: staged.time, compress, blockSize, progress });
  setMode(path, 0o755);
}

/** Nearly all blocks belong to the runtime, and are the same in every build. */
function packing({ effort, store }: MakeContext): (block: Uint8Array) => Promise<Uint8Array> {
  const level = levels[effort];
  const compress = zstdBlocks(level);
  if (effort === "quick") return compress;
  return (block) => store.packed(`zstd ${level}`, block, () => compress(block));
}

function rootEntries(staged: LinuxApp): Entry[] {
  const { identifier, packageName, deb } = staged;
  const hasMedia = staged.appimage.bundleMediaFramework;
  const icon = largestIcon(staged.icons);
  const iconName = `${identifier}.${icon?.size === null ? "svg" : "png"}`;
  return [
    hasMedia ? mediaAppRun(staged) : imageCommand(staged),
    ...(hasMedia ? mediaEntries(staged) : []),
    text(`${identifier}.desktop`, desktopEntry(staged, deb.desktopTemplate)),
    { kind: "file", path: iconName, mode: 0o644, bytes: icon?.bytes ?? new Uint8Array() },
    { kind: "link", path: ".DirIcon", to: iconName },
    // The licences of the stub's linked libraries require a copy in the package.
    text(
      `usr/share/licenses/${packageName}/appimage-stub.txt`,
      readText(join(stubFolder, "NOTICE.txt")),
    ),
    ...(staged.licenseText === null
      ? []
      : [text(`usr/share/licenses/${packageName}/LICENSE`, staged.licenseText)]),
  ];
}
