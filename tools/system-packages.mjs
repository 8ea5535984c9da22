// The requirements of Linux, the test for each, and its names in three package managers. The tests
// search the file system, so that software installed in any other way counts, too. The requirements
// of an app itself are also in src/contract/shipped/linux-packages.ts; a test compares.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const libraryFolders = () => [
  ...(process.env.LD_LIBRARY_PATH ?? "").split(":").filter(Boolean),
  ...["/usr/lib", "/lib", "/usr/local/lib"].flatMap((folder) => [
    ...entries(folder)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(folder, name)),
    folder,
  ]),
  "/usr/lib64",
  "/lib64",
];

function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function hasLibrary(name) {
  if (libraryFolders().some((folder) => existsSync(join(folder, name)))) return true;
  const ldconfig =
    ["/sbin/ldconfig", "/usr/sbin/ldconfig"].find((path) => existsSync(path)) ?? "ldconfig";
  const list = spawnSync(ldconfig, ["-p"], { encoding: "utf8" });
  return list.status === 0 && list.stdout.includes(`\t${name} `);
}

function hasProgram(name) {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/local/bin", "/usr/bin", "/bin"];
  return folders.some((folder) => folder !== "" && existsSync(join(folder, name)));
}

/** gdk-pixbuf draws SVG by a loader of librsvg, or in new releases all images by glycin. */
function hasSvgLoader() {
  return libraryFolders().some((folder) => {
    const loaders = join(folder, "gdk-pixbuf-2.0/2.10.0/loaders");
    return (
      entries(loaders).some((name) => /^libpixbufloader[-_]svg/.test(name)) ||
      entries(folder).some((name) => name.startsWith("libglycin-"))
    );
  });
}

function hasFonts() {
  const hold = (folder, depth) =>
    entries(folder).some(
      (name) =>
        /\.(ttf|otf|ttc)$/i.test(name) || (depth > 0 && hold(join(folder, name), depth - 1)),
    );
  return ["/usr/share/fonts", "/usr/local/share/fonts"].some((folder) => hold(folder, 4));
}

const accessibilityLaunchers = [
  "/usr/libexec/at-spi-bus-launcher",
  "/usr/lib/at-spi-bus-launcher",
  "/usr/lib/at-spi2-core/at-spi-bus-launcher",
];

/**
 * `window`: required to show a window at all. `display`: required to do so invisibly, as tests do.
 * `packages`: reads and installs the bundler's output, by third-party programs. `trace`: shows the
 * system calls of a program. `wine`: runs Windows programs. `chromium`: shows pages by WebView2's
 * own engine. `cocoa`: implements macOS' objects. `python`: installs a Python package into one
 * folder. `browser`: shows the site of the documents.
 */
const needs = [
  {
    use: "window",
    what: "WebKitGTK 4.1",
    found: () => hasLibrary("libwebkit2gtk-4.1.so.0"),
    debian: ["libwebkit2gtk-4.1-0"],
    fedora: ["webkit2gtk4.1"],
    arch: ["webkit2gtk-4.1"],
  },
  {
    use: "window",
    what: "the icons of dialogs",
    found: () => existsSync("/usr/share/icons/Adwaita/index.theme") && hasSvgLoader(),
    debian: ["adwaita-icon-theme", "librsvg2-common"],
    fedora: ["adwaita-icon-theme", "librsvg2"],
    arch: ["adwaita-icon-theme", "librsvg"],
  },
  {
    use: "window",
    what: "a font",
    found: hasFonts,
    debian: ["fonts-dejavu-core"],
    fedora: ["dejavu-sans-fonts"],
    arch: ["ttf-dejavu"],
  },
  {
    use: "display",
    what: "Xvfb",
    found: () => hasProgram("Xvfb"),
    debian: ["xvfb"],
    fedora: ["xorg-x11-server-Xvfb"],
    arch: ["xorg-server-xvfb"],
  },
  {
    use: "display",
    what: "openbox",
    found: () => hasProgram("openbox"),
    debian: ["openbox"],
    fedora: ["openbox"],
    arch: ["openbox"],
  },
  {
    use: "display",
    what: "D-Bus",
    found: () => hasProgram("dbus-daemon"),
    debian: ["dbus-daemon"],
    fedora: ["dbus-daemon"],
    arch: ["dbus"],
  },
  {
    use: "display",
    what: "AT-SPI",
    found: () => accessibilityLaunchers.some((path) => existsSync(path)),
    debian: ["at-spi2-core"],
    fedora: ["at-spi2-core"],
    arch: ["at-spi2-core"],
  },
  {
    use: "display",
    what: "xdotool",
    found: () => hasProgram("xdotool"),
    debian: ["xdotool"],
    fedora: ["xdotool"],
    arch: ["xdotool"],
  },
  {
    use: "display",
    what: "xprop and xwininfo",
    found: () => hasProgram("xprop") && hasProgram("xwininfo"),
    debian: ["x11-utils"],
    fedora: ["xprop", "xwininfo"],
    arch: ["xorg-xprop", "xorg-xwininfo"],
  },
  {
    use: "display",
    what: "sway",
    found: () => hasProgram("sway") && hasProgram("swaymsg"),
    debian: ["sway"],
    fedora: ["sway"],
    arch: ["sway"],
  },
  {
    use: "display",
    what: "weston",
    found: () => hasProgram("weston"),
    debian: ["weston"],
    fedora: ["weston"],
    arch: ["weston"],
  },
  {
    use: "display",
    what: "mutter",
    found: () => hasProgram("mutter"),
    debian: ["mutter"],
    fedora: ["mutter"],
    arch: ["mutter"],
  },
  {
    use: "packages",
    what: "readers of packages",
    found: () =>
      [
        "rpm",
        "rpm2cpio",
        "cpio",
        "unsquashfs",
        "lintian",
        "desktop-file-validate",
        "appstreamcli",
        "minisign",
        "msiinfo",
        "msiextract",
        "osslsigncode",
        "makensis",
        "7z",
        "wrestool",
      ].every(hasProgram),
    debian: [
      "rpm",
      "rpm2cpio",
      "cpio",
      "squashfs-tools",
      "lintian",
      "desktop-file-utils",
      "appstream",
      "minisign",
      "msitools",
      "osslsigncode",
      "nsis",
      "p7zip-full",
      "icoutils",
    ],
    fedora: [
      "rpm",
      "cpio",
      "squashfs-tools",
      "desktop-file-utils",
      "lintian",
      "appstream",
      "minisign",
      "msitools",
      "osslsigncode",
      "mingw-nsis-base",
      "p7zip-plugins",
      "icoutils",
    ],
    arch: [
      "rpm-tools",
      "cpio",
      "squashfs-tools",
      "desktop-file-utils",
      "lintian",
      "appstream",
      "minisign",
      "msitools",
      "osslsigncode",
      "nsis",
      "7zip",
      "icoutils",
    ],
  },
  {
    use: "packages",
    what: "dnf 4, and what signs packages for it",
    // dnf 4 has this name beside dnf 5, too.
    found: () => ["dnf-3", "createrepo_c", "rpmsign", "gpg", "gpg-agent"].every(hasProgram),
    debian: ["dnf", "createrepo-c", "rpm", "gpg", "gpg-agent"],
    fedora: ["python3-dnf", "createrepo_c", "rpm-sign", "gnupg2"],
    arch: ["dnf", "createrepo_c", "rpm-tools", "gnupg"],
  },
  {
    use: "packages",
    what: "GLib's launcher of desktop entries",
    found: () => hasProgram("gio"),
    debian: ["libglib2.0-bin"],
    fedora: ["glib2"],
    arch: ["glib2"],
  },
  {
    use: "trace",
    what: "strace",
    found: () => hasProgram("strace"),
    debian: ["strace"],
    fedora: ["strace"],
    arch: ["strace"],
  },
  {
    use: "wine",
    what: "Wine",
    found: () => hasProgram("wine") && hasProgram("wineserver"),
    debian: ["wine", "wine64"],
    fedora: ["wine-core"],
    arch: ["wine"],
  },
  {
    use: "chromium",
    what: "Chromium",
    found: () => hasProgram("chromium") || hasProgram("chromium-browser"),
    debian: ["chromium"],
    fedora: ["chromium"],
    arch: ["chromium"],
  },
  {
    use: "cocoa",
    what: "GNUstep",
    found: () =>
      ["libgnustep-gui.so.", "libBlocksRuntime.so."].every((start) =>
        libraryFolders().some((folder) => entries(folder).some((name) => name.startsWith(start))),
      ) && libraryFolders().some((folder) => entries(join(folder, "GNUstep/Bundles")).length > 0),
    debian: ["gnustep-gui-runtime", "gnustep-back0.29-cairo", "libblocksruntime0"],
    fedora: ["gnustep-gui", "gnustep-back"],
    arch: ["gnustep-gui", "gnustep-back"],
  },
  {
    use: "browser",
    what: "Chromium",
    found: () => hasProgram("chromium") || hasProgram("chromium-browser"),
    debian: ["chromium"],
    fedora: ["chromium"],
    arch: ["chromium"],
  },
  {
    use: "python",
    what: "Python's venv",
    found: () =>
      spawnSync("python3", ["-c", "import ensurepip, venv"], { stdio: "ignore" }).status === 0,
    debian: ["python3-venv"],
    fedora: ["python3"],
    arch: ["python"],
  },
  {
    use: "verify",
    what: "rpmlint and plistutil",
    found: () => hasProgram("rpmlint") && hasProgram("plistutil"),
    debian: ["rpmlint", "libplist-utils"],
    fedora: ["rpmlint", "libplist"],
    arch: ["rpmlint", "libplist"],
  },
  {
    use: "debian",
    what: "mmdebstrap, and what other users than root run it with",
    found: () => hasProgram("mmdebstrap") && (process.getuid() === 0 || hasProgram("newuidmap")),
    debian: ["mmdebstrap", "uidmap"],
    fedora: ["mmdebstrap", "shadow-utils"],
    arch: ["mmdebstrap", "shadow"],
  },
];

export function missingNeeds(uses) {
  return needs.filter((need) => uses.includes(need.use) && !need.found());
}

export function packagesOf(list, family) {
  return [...new Set(list.flatMap((need) => need[family]))];
}

/** One line for each family of systems, to be copied into a terminal. */
export function installCommands(list) {
  return [
    `  Debian, Ubuntu   sudo apt-get update && sudo apt-get install --no-install-recommends ${packagesOf(list, "debian").join(" ")}`,
    `  Fedora           sudo dnf install ${packagesOf(list, "fedora").join(" ")}`,
    `  Arch             sudo pacman -S --needed ${packagesOf(list, "arch").join(" ")}`,
  ].join("\n");
}
