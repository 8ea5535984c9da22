import { spawnSync } from "node:child_process";
import { nearestAbove } from "../config/read/ancestors.ts";
import { environmentForOthers } from "../process/environment.ts";

/**
 * 1980-01-01, the earliest date that every archive format can hold: what sources without a date
 * have.
 */
const earliest = 315_532_800;

/** The latest that has room in 32 bits, in 2106. */
const latest = 0xffff_ffff;

/**
 * The one time that every file of every package carries, in seconds since 1970: SOURCE_DATE_EPOCH
 * when it is set (see reproducible-builds.org), else the time of the commit that is checked out in
 * `folder`, else 1980. Never the time of the build, or the same sources would give other bytes
 * tomorrow.
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
  // A Mac without Apple's tools would show a window that offers them when it is asked for git.
  if (nearestAbove(folder, ".git") === null) return earliest;
  const git = spawnSync("git", ["log", "-1", "--format=%ct"], {
    cwd: folder,
    encoding: "utf8",
    env: environmentForOthers(),
  });
  const committed = git.status === 0 ? git.stdout.trim() : "";
  return /^\d+$/.test(committed) ? Math.max(Number(committed), earliest) : earliest;
}

/** The day of a release, for people; `null` when the sources have no date that could be told. */
export function releaseDate(time: number): Date | null {
  return time <= earliest ? null : new Date(time * 1000);
}
