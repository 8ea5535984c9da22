import { existsSync } from "node:fs";
import { join } from "node:path";
import { readFile } from "../../disk/read.ts";
import { architectureNames, type Architecture } from "../../contract/target.ts";
import type { Entry, FileEntry } from "../write/entries.ts";
import { readElf, withRunPath } from "./elf.ts";
import { leaveDeletedFolder } from "./launcher.ts";
import type { LinuxApp } from "./linux-app.ts";

// `appimage.bundleMediaFramework`: the host's WebKitGTK plays media through the host's GStreamer,
// which often lacks decoders. We copy plugins from the build machine:
//
//   usr/lib/gstreamer-1.0    the plugins, found through a variable that AppRun sets
//   usr/lib/media            the libraries they need
//
// Each plugin gets the path of its libraries, so that no other program ever loads them:
// LD_LIBRARY_PATH would apply to every program the app starts. Plugins load into a GStreamer that
// is not older than they are.

/**
 * Plugins for playing: formats, codecs, conversions, sinks. The available ones depend on the
 * machine.
 */
const plugins = [
  "app",
  "audioconvert",
  "audioresample",
  "autodetect",
  "playback",
  "typefindfunctions",
  "volume",
  "videoconvert",
  "videoscale",
  "videoconvertscale",
  "videorate",
  "deinterlace",
  "pbtypes",
  "rawparse",
  "alsa",
  "pulseaudio",
  "gio",
  "soup",
  "adaptivedemux2",
  "subparse",
  "interleave",
  "isomp4",
  "matroska",
  "avi",
  "flv",
  "ogg",
  "wavparse",
  "id3demux",
  "icydemux",
  "apetag",
  "audioparsers",
  "videoparsersbad",
  "opusparse",
  "mpegtsdemux",
  "hls",
  "dash",
  "opus",
  "vorbis",
  "theora",
  "flac",
  "mpg123",
  "speex",
  "vpx",
  "dav1d",
  "de265",
  "fdkaac",
  "faad",
  "libav",
];

/** Without this one nothing can be played. */
const essential = "libgstplayback.so";

/**
 * Libraries that every host with WebKitGTK has and that must be its own: the C library, libraries
 * for drivers, servers and the toolkit, GStreamer's core.
 */
const hostLibraries = [
  /^(ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libgcc_s|libstdc\+\+|libz)\.so/,
  /^lib(glib|gobject|gio|gmodule|gthread)-2\.0\.so/,
  /^libgst[a-z]+-1\.0\.so/,
  /^lib(orc-0\.4|soup-[23]\.\d|xml2|dbus-1|systemd|udev|asound|pulse.*|jack)\.so/,
  /^lib(X.*|xcb.*|wayland-.*|EGL|GL|GLX|GLdispatch|OpenGL|gbm|drm.*|va.*|vdpau|vulkan)\.so/,
  /^lib(gtk-3|gdk-3|gdk_pixbuf-2\.0|cairo.*|pango.*|harfbuzz|fontconfig|freetype)\.so/,
];

/** The missing part on this machine, or `null`. */
export function missingForMedia(staged: LinuxApp): string | null {
  if (!staged.appimage.bundleMediaFramework) return null;
  const { architecture } = staged.target;
  if (findFile(pluginFolders(architecture), essential) !== null) return null;
  return `appimage.bundleMediaFramework takes GStreamer's plugins from this machine, and there are none for ${architecture}: install gstreamer1.0-plugins-base, gstreamer1.0-plugins-good and gstreamer1.0-libav, or what your distribution calls them`;
}

/** Reads the plugins and all their libraries that are not the host's. */
export function mediaEntries(staged: LinuxApp): Entry[] {
  const { architecture } = staged.target;
  const entries = new Map<string, FileEntry>();
  const addLibraries = (bytes: Buffer, user: string): void => {
    for (const name of ofLibrary(user, () => readElf(bytes)?.needed ?? [])) {
      const path = `usr/lib/media/${name}`;
      if (entries.has(path) || hostLibraries.some((pattern) => pattern.test(name))) continue;
      const found = findFile(libraryFolders(architecture), name);
      if (found === null) throw new Error(`Cannot find "${name}": "${user}" needs it, install it`);
      const library = readFile(found);
      const changed = ofLibrary(found, () => withRunPath(library, "$ORIGIN"));
      entries.set(path, { kind: "file", path, mode: 0o644, bytes: changed });
      addLibraries(library, found);
    }
  };
  for (const name of plugins.map((plugin) => `libgst${plugin}.so`)) {
    const found = findFile(pluginFolders(architecture), name);
    if (found === null) continue;
    const plugin = readFile(found);
    const path = `usr/lib/gstreamer-1.0/${name}`;
    const changed = ofLibrary(found, () => withRunPath(plugin, "$ORIGIN/../media"));
    entries.set(path, { kind: "file", path, mode: 0o644, bytes: changed });
    addLibraries(plugin, found);
  }
  return [...entries.values()];
}

/**
 * Starts the app with the plugins. Their registry is separate from the user's, because the paths
 * differ.
 */
export function mediaAppRun({ packageName, identifier }: LinuxApp): FileEntry {
  const script = [
    "#!/bin/sh",
    'here=${APPDIR:-$(dirname "$(readlink -f "$0")")}',
    'export GST_PLUGIN_PATH_1_0="${GST_PLUGIN_PATH_1_0:+$GST_PLUGIN_PATH_1_0:}$here/usr/lib/gstreamer-1.0"',
    `export GST_REGISTRY_1_0="\${XDG_CACHE_HOME:-$HOME/.cache}/${identifier}/gstreamer-1.0.registry"`,
    leaveDeletedFolder,
    `exec "$here/usr/bin/${packageName}" "$@"`,
    "",
  ];
  return { kind: "file", path: "AppRun", mode: 0o755, bytes: Buffer.from(script.join("\n")) };
}

function pluginFolders(architecture: Architecture): string[] {
  return libraryFolders(architecture).map((folder) => join(folder, "gstreamer-1.0"));
}

/**
 * Debian's folders name the architecture; those of Fedora and Arch do not, so files are inspected.
 */
function libraryFolders(architecture: Architecture): string[] {
  const triple = `${architectureNames[architecture].gnu}-linux-gnu`;
  return [`/usr/lib/${triple}`, `/lib/${triple}`, "/usr/lib64", "/usr/lib"].filter(
    (folder) => existsSync(folder) && (folder.includes(triple) || isMadeFor(folder, architecture)),
  );
}

/** Names the library that cannot be read or changed. */
function ofLibrary<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot use the library "${path}": ${reason}; install its package anew`, {
      cause,
    });
  }
}

function isMadeFor(folder: string, architecture: Architecture): boolean {
  const library = join(folder, "libc.so.6");
  if (!existsSync(library)) return false;
  return ofLibrary(library, () => readElf(readFile(library))?.architecture) === architecture;
}

function findFile(folders: readonly string[], name: string): string | null {
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
