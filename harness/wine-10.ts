import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { debianFolder, makeDebianRoot, type DebianRoot } from "./debian-root.ts";
import { missingWine } from "./wine.ts";
import type { WineInstall } from "./wine-prefix.ts";

// Wine 10 of Debian 13, which runs programs of 32 bits, too. NSIS makes such installers, and the
// Wine of Debian 12 runs them only where the machine itself takes packages of another processor. So
// it lives in a root of its own, which mmdebstrap makes once outside of the repository; nothing of
// the machine changes.

const debianRoot: DebianRoot = {
  release: "trixie",
  packages: ["wine", "wine64", "wine32:i386"],
  architectures: ["amd64", "i386"],
  // Raise the number when what is in it changes.
  folder: debianFolder("13-1"),
};

// The namespace of mounts belongs to the program alone and ends with it. All that tests write is at
// the same place on both sides: the folder of temporary files, the home folder, the checkout.
const script = `
root=$1 temporary=$2 home=$3 checkout=$4
shift 4
PATH=$PATH:/usr/sbin:/sbin
mount --make-rprivate / 2>/dev/null || true
for place in /proc /sys /dev "$temporary" "$home" "$checkout"; do
  mkdir -p "$root$place"
  mount --rbind "$place" "$root$place"
done
exec chroot "$root" env --chdir="$PWD" "$@"
`;

const isRoot = process.getuid?.() === 0;
const places = [tmpdir(), homedir(), join(import.meta.dir, "..")];

/** Only root may mount; others are root in a namespace of their own. */
export const wine10: WineInstall = {
  enter: [
    "unshare",
    ...(isRoot ? [] : ["--user", "--map-root-user"]),
    "--mount",
    "--propagation",
    "unchanged",
    "sh",
    "-ec",
    script,
    "enter",
    debianRoot.folder,
    ...places,
  ],
};

/** The reason why tests under Wine 10 cannot run on this machine. `null` if they can. */
export function missingWine10(): string | null {
  return existsSync(debianRoot.folder)
    ? missingWine(wine10)
    : "Debian 13 is missing; see tools/wine-10.ts";
}

/** A file of the Wine in the root, by its name: `notepad.exe`. */
export function wine10File(name: string): string {
  return join(debianRoot.folder, "usr/lib/x86_64-linux-gnu/wine/x86_64-windows", name);
}

/**
 * Makes the root, when it is not there yet.
 *
 * @returns whether it had to be made
 */
export const makeWineRoot = (): boolean => makeDebianRoot(debianRoot);
