import { dirname, join } from "node:path";
import { makeFolderOnce } from "./made-folder.ts";
import { windowsTools } from "./wine-prefix.ts";

/** A whole Debian in a folder outside of the repository. Nothing of the machine changes by it. */
export interface DebianRoot {
  readonly release: string;
  readonly packages: readonly string[];
  readonly architectures: readonly string[];
  readonly folder: string;
}

/** The folder of a root. @param name is raised when the content of the root changes */
export const debianFolder = (name: string): string =>
  join(dirname(windowsTools), `framework-debian-${name}`);

/**
 * Makes a root, when it is not there yet, by mmdebstrap.
 *
 * @returns whether it had to be made
 */
export function makeDebianRoot(root: DebianRoot): boolean {
  return makeFolderOnce(root.folder, "debian-draft", (draft) => fillRoot(draft, root));
}

function fillRoot(draft: string, { release, packages, architectures }: DebianRoot): void {
  // mmdebstrap writes an archive, because it fills folders only for root. The root uses the devices
  // of the machine.
  const making = [
    "mmdebstrap",
    "--variant=minbase",
    `--architectures=${architectures.join(",")}`,
    // An outdated mirror also has valid signatures, and no machine gets updates from it.
    '--aptopt=Acquire::Check-Valid-Until "false"',
  ];
  const whole = [
    ...making,
    `--include=${packages.join(",")}`,
    release,
    "-",
    `deb ${mirror()} ${release} main`,
  ];
  const filling = 'draft=$1; shift; "$@" | tar --extract --directory="$draft" --exclude="./dev/*"';
  const { exitCode } = Bun.spawnSync(
    ["bash", "-o", "pipefail", "-c", filling, "fill", draft, ...whole],
    {
      stdio: ["ignore", 2, 2],
    },
  );
  if (exitCode !== 0)
    throw new Error(`mmdebstrap ended with ${exitCode}: see its own message above`);
}

/**
 * The mirror of this machine's Debian packages. @throws Error if its packages belong to another
 * system
 */
function mirror(): string {
  const asked = ["apt-get", "indextargets", "--format", "$(SITE) $(LABEL)", "Created-By: Packages"];
  const { stdout } = Bun.spawnSync(asked, { stderr: "ignore" });
  const [, site] = /^(\S+) Debian$/m.exec(stdout.toString()) ?? [];
  if (site === undefined)
    throw new Error("Cannot find a mirror of Debian: apt has none among its sources");
  return site;
}
