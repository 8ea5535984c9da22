import { spawnSync } from "node:child_process";
import { nearestAbove } from "../config/read/ancestors.ts";
import { environmentForOthers } from "../process/environment.ts";

/** 1980-01-01, the earliest date of all archive formats: for sources without a date. */
const earliest = 315_532_800;

/** The latest date in 32 bits, in 2106. */
const latest = 0xffff_ffff;

/**
 * The one time of all files of all packages, in seconds since 1970: SOURCE_DATE_EPOCH when it is
 * set (see reproducible-builds.org), or else the time of the checked-out commit in `folder`, or
 * else 1980. Never the time of the build, or the same sources would produce other bytes tomorrow.
 */
export function sourceDate(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): number {
  const given = environment["SOURCE_DATE_EPOCH"];
  if (given !== undefined && given !== "") {
    if (!/^\d{1,10}$/.test(given) || Number(given) > latest) {
      throw new Error(
        `Cannot use SOURCE_DATE_EPOCH "${given}": it must be a number of seconds since 1970, up to ${latest}`,
      );
    }
    return Number(given);
  }
  // On a Mac without Apple's tools, a call of git would open a window that offers them.
  if (nearestAbove(folder, ".git") === null) return earliest;
  // Windows would start a program of that name in `folder`.
  const program = Bun.which("git", { PATH: process.env["PATH"] ?? "" });
  if (program === null) return earliest;
  // The repository may come from another author, and its settings name programs: those of `git log`
  // one that checks signatures, those of a remote one that fetches a missing commit.
  const git = spawnSync(program, ["rev-list", "-1", "--timestamp", "HEAD"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...environmentForOthers(), GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" },
  });
  const [committed = ""] = git.status === 0 ? git.stdout.split(/\s/) : [];
  return /^\d+$/.test(committed) ? Math.max(Number(committed), earliest) : earliest;
}

/** The day of a release, for people; `null` when the sources have no real date. */
export function releaseDate(time: number): Date | null {
  return time <= earliest ? null : new Date(time * 1000);
}
