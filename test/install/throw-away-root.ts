import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patience } from "../../harness/wait.ts";

/** The output and the remains of a story in a throw-away root. */
export interface Ending {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  /** Every path that differs from this machine's root afterwards, folders aside. */
  readonly left: readonly string[];
}

// The root is this machine's own, or another system's in a folder, seen through an overlay that is
// gone afterwards: packages meet real libraries and a real package database, and change nothing.
// Only /tmp is the machine's, for the sockets in it. Nothing that is mounted here may be seen
// outside. In a chroot that is not so, and need not be: there "/" is no mount point.
const script = `
mount --make-rprivate / 2>/dev/null || true
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=$4,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mount -t tmpfs tmpfs "$1/root/run"
mount --bind /tmp "$1/root/tmp"
mkdir -p "$1/root/packages"
mount --bind "$2" "$1/root/packages"
set +e
chroot "$1/root" sh -ec "$3"
status=$?
cd "$1/upper"
echo "=== left"
find . ! -type d -printf '%P\\n' | sort
exit $status
`;

/** The reason why there can be no throw-away root here, or `null`. */
export function missingForThrowAwayRoot(): string | null {
  if (process.platform !== "linux") return "needs Linux";
  if (process.getuid?.() !== 0) return "needs root";
  return tell("/tmp", "true").status === 0 ? null : "needs overlay mounts";
}

/**
 * The command that runs a shell script in a throw-away root, below an empty folder, where `folder`
 * is `/packages`.
 *
 * @param base the kind of root
 */
export function rootCommand(place: string, folder: string, story: string, base = "/"): string[] {
  const unshare = [
    "unshare",
    "--mount",
    "--propagation",
    "unchanged",
    "--pid",
    "--fork",
    "--kill-child",
  ];
  return [...unshare, "sh", "-ec", script, "root", place, folder, story, base];
}

/** Runs a shell script in a throw-away root where `folder` is `/packages`. */
export function tell(folder: string, story: string): Ending {
  const place = mkdtempSync(join(tmpdir(), "framework-root-"));
  try {
    const { exitCode, stdout, stderr } = Bun.spawnSync(rootCommand(place, folder, story), {
      cwd: "/",
      env: {
        PATH: "/usr/sbin:/usr/bin:/sbin:/bin",
        LC_ALL: "C.UTF-8",
        HOME: "/root",
        DEBIAN_FRONTEND: "noninteractive",
      },
      timeout: 2 * patience,
    });
    const [out = "", left = ""] = stdout.toString().split("=== left\n");
    return {
      status: exitCode,
      out,
      err: stderr.toString(),
      left: left.split("\n").filter((path) => path !== ""),
    };
  } finally {
    rmSync(place, { recursive: true });
  }
}
