import { existsSync } from "node:fs";
import { debianFolder, makeDebianRoot, type DebianRoot } from "./debian-root.ts";

/** A release whose users install packages, as a root in a folder. */
export interface Distribution {
  readonly name: string;
  readonly root: DebianRoot;
}

// The dependencies of an app's deb, and the further packages of a desktop: fonts, icons, and the
// bridge to screen readers, by which tests press buttons.
const common = [
  "adwaita-icon-theme",
  "at-spi2-core",
  "dbus",
  "fonts-dejavu-core",
  "libwebkit2gtk-4.1-0",
  "desktop-file-utils",
];

const distribution = (
  name: string,
  release: string,
  packages: readonly string[],
): Distribution => ({
  name,
  root: {
    release,
    packages: [...common, ...packages],
    architectures: ["amd64"],
    // Raise the number when its content changes.
    folder: debianFolder(`${release}-app-1`),
  },
});

/** THE TABLE OF DISTRIBUTIONS that packages are tried in. Debian's mirror has them. */
export const distributions: readonly Distribution[] = [
  distribution("Debian 12", "bookworm", ["libgtk-3-0"]),
  distribution("Debian 13", "trixie", ["libgtk-3-0t64"]),
  distribution("Debian unstable", "sid", ["libgtk-3-0t64"]),
];

export const isMade = ({ root }: Distribution): boolean => existsSync(root.folder);

/** The version of WebKitGTK in a distribution. */
export function webkitVersion({ root }: Distribution): string {
  const asked = [
    "--admindir",
    `${root.folder}/var/lib/dpkg`,
    "--show",
    "--showformat",
    "${Version}",
  ];
  const { stdout } = Bun.spawnSync(["dpkg-query", ...asked, "libwebkit2gtk-4.1-0"]);
  return stdout.toString().trim();
}

/** Makes the missing roots. If one cannot be made, a message says so. */
export function makeDistributions(say: (line: string) => void): void {
  for (const { name, root } of distributions)
    try {
      if (makeDebianRoot(root)) say(`made the root of ${name}`);
    } catch (error) {
      say(`no packages are tried in ${name}: ${error instanceof Error ? error.message : "?"}`);
    }
}
