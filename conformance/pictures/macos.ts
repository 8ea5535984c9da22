import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Screen } from "../screen.ts";

/**
 * The main screen, captured by the program of macOS (`screencapture`). Without the permission
 * "Screen Recording" it shows only the windows of this process's app, or the desktop.
 */
export class CapturedScreen implements Screen {
  readonly missing = null;
  readonly #file = join(tmpdir(), `framework-screen-${process.pid}.png`);
  #isTaken = false;

  take(): void {
    const { status } = spawnSync("/usr/sbin/screencapture", ["-x", "-m", "-t", "png", this.#file], {
      timeout: 10_000,
      stdio: "ignore",
    });
    this.#isTaken = status === 0;
  }

  save(path: string): boolean {
    if (!this.#isTaken) return false;
    copyFileSync(this.#file, path);
    this.#isTaken = false;
    return true;
  }
}
