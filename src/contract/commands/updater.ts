import * as v from "valibot";
import { command } from "./command.ts";

/** What the server says of a newer version. */
export interface UpdateManifest {
  readonly version: string;
  /** RFC 3339; empty when the server names none. */
  readonly date: string;
  /** The release notes; empty when the server has none. */
  readonly body: string;
}

export interface UpdateResult {
  readonly shouldUpdate: boolean;
  /** Present when there is an update. */
  readonly manifest?: UpdateManifest;
}

export type UpdateStatus = "PENDING" | "DOWNLOADED" | "DONE" | "UPTODATE" | "ERROR";

/** What `framework://update-status` carries. */
export interface UpdateStatusResult {
  readonly status: UpdateStatus;
  /** With `ERROR`: what went wrong. */
  readonly error?: string;
}

/**
 * What `framework://update-download-progress` carries, for each piece that comes. What comes twice
 * is told once: the sum of all `chunkLength` is never more than `contentLength`.
 */
export interface UpdateProgress {
  readonly chunkLength: number;
  /**
   * The length of what has to come; it may grow, when parts turn out not to do. `null`: the server
   * does not tell it.
   */
  readonly contentLength: number | null;
}

const nothing = v.strictObject({});

export const updaterCommands = {
  "updater.checkUpdate": command<UpdateResult>()(null, nothing),
  "updater.installUpdate": command<void>()(null, nothing),
} as const;
