import { basename, extname } from "node:path";

/**
 * A file that changes this soon after a restart is suspected, in milliseconds. Autosaving editors
 * wait longer.
 */
const soon = { source: 500, data: 1500 };

/**
 * Data that changes within this time is suspected after many times: an app may write every few
 * seconds.
 */
const later = 5000;

// The score of one change, and the sum at which a file is no longer followed: four at once, or
// sixteen one by one.
const counts = { soon: 4, later: 1, most: 16 } as const;

/** The time without changes after which they count again, in milliseconds. */
const calm = 10_000;

/** The files that an author writes with an editor. */
const sources = /^\.(?:[cm]?[jt]sx?|html?|css|s[ac]ss|less|svelte|vue|astro|md)$/i;

interface Suspect {
  score: number;
  seenAt: number;
  isReported: boolean;
}

/** Finds files that change because the app was restarted: following them would never end. */
export class RepeatedWrites {
  readonly #now: () => number;
  readonly #suspects = new Map<string, Suspect>();
  /** The time of the last completed restart or reload; `null` during one. */
  #restartedAt: number | null = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  restarting(): void {
    this.#restartedAt = null;
  }

  restarted(): void {
    this.#restartedAt = this.#now();
  }

  /**
   * @returns the changed files to follow, and those that are no longer followed from now on
   */
  judge(paths: readonly string[]): {
    readonly followed: readonly string[];
    readonly stopped: readonly string[];
  } {
    const followed: string[] = [];
    const stopped: string[] = [];
    for (const path of paths) {
      const key = keyOf(path);
      const suspect = this.#suspects.get(key) ?? { score: 0, seenAt: -Infinity, isReported: false };
      this.#suspects.set(key, suspect);
      if (this.#isFollowed(path, suspect)) followed.push(path);
      else if (!suspect.isReported) {
        suspect.isReported = true;
        stopped.push(path);
      }
      suspect.seenAt = this.#now();
    }
    return { followed, stopped };
  }

  #isFollowed(path: string, suspect: Suspect): boolean {
    const now = this.#now();
    if (suspect.score >= counts.most) {
      if (now - suspect.seenAt < calm) return false;
      // Perhaps by hand. One more change by the app stops it again.
      suspect.score = counts.most - counts.soon;
      return true;
    }
    const since = this.#restartedAt === null ? 0 : now - this.#restartedAt;
    const isSource = sources.test(extname(path));
    if (since < (isSource ? soon.source : soon.data)) suspect.score += counts.soon;
    else if (!isSource && since < later) suspect.score += counts.later;
    else suspect.score = 0;
    return suspect.score < counts.most;
  }
}

/** The same for files named by numbers, dates or random characters, such as uploads and logs. */
function keyOf(path: string): string {
  const name = basename(path);
  return path.slice(0, -name.length) + name.replace(/[0-9a-f]{6,}(?:-[0-9a-f]+)*|\d+/gi, "#");
}
