import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { isRunning } from "./process-tree.ts";
import { missingWine } from "./wine.ts";
import { windowsTools, type WineInstall } from "./wine-prefix.ts";

// Wine 10 of Debian 13, which runs programs of 32 bits, too. NSIS makes such installers, and the
// Wine of Debian 12 runs them only where the machine itself takes packages of another processor. So
// it lives in a root of its own, which mmdebstrap makes once outside of the repository; nothing of
// the machine changes.

const release = "trixie";
const packages = ["wine", "wine64", "wine32:i386"];

/** A whole Debian. Raise the number when what is in it changes. */
const debianRoot = join(dirname(windowsTools), "framework-debian-13-1");

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
    debianRoot,
    ...places,
  ],
};

/** Why nothing can be tested under Wine 10 on this machine; `null` when it can. */
export function missingWine10(): string | null {
  return existsSync(debianRoot)
    ? missingWine(wine10)
    : "Debian 13 is missing; see tools/wine-10.ts";
}

/** A file of the Wine in the root, by its name: `notepad.exe`. */
export function wine10File(name: string): string {
  return join(debianRoot, "usr/lib/x86_64-linux-gnu/wine/x86_64-windows", name);
}

/**
 * Makes the root, when it is not there yet.
 *
 * @returns whether it had to be made
 */
export function makeDebianRoot(): boolean {
  if (existsSync(debianRoot)) return false;
  const folder = dirname(debianRoot);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    // What a set-up that was killed has left.
    const maker = /^debian-draft-(\d+)-/.exec(name)?.[1];
    if (maker !== undefined && !isRunning(Number(maker)))
      rmSync(join(folder, name), { recursive: true });
  }
  const draft = mkdtempSync(join(folder, `debian-draft-${process.pid}-`));
  try {
    // An archive, because mmdebstrap fills folders for root alone. Devices are those of the
    // machine.
    const making = ["mmdebstrap", "--variant=minbase", "--architectures=amd64,i386"];
    const whole = [
      ...making,
      `--include=${packages.join(",")}`,
      release,
      "-",
      `deb ${mirror()} ${release} main`,
    ];
    const filling =
      'draft=$1; shift; "$@" | tar --extract --directory="$draft" --exclude="./dev/*"';
    const { exitCode } = Bun.spawnSync(
      ["bash", "-o", "pipefail", "-c", filling, "fill", draft, ...whole],
      {
        stdio: ["ignore", 2, 2],
      },
    );
    if (exitCode !== 0)
      throw new Error(`mmdebstrap ended with ${exitCode}: see its own message above`);
    renameSync(draft, debianRoot);
  } catch (cause) {
    // Another set-up at the same time may have been faster.
    if (!existsSync(debianRoot))
      throw new Error(`Cannot make Debian 13 in "${debianRoot}"`, { cause });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

/**
 * Where this machine gets Debian's packages from. @throws Error where its packages are another
 * system's
 */
function mirror(): string {
  const asked = ["apt-get", "indextargets", "--format", "$(SITE) $(LABEL)", "Created-By: Packages"];
  const { stdout } = Bun.spawnSync(asked, { stderr: "ignore" });
  const [, site] = /^(\S+) Debian$/m.exec(stdout.toString()) ?? [];
  if (site === undefined)
    throw new Error("Cannot find a mirror of Debian: apt has none among its sources");
  return site;
}
