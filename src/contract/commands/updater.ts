import * as v from "valibot";
import { command } from "./command.ts";

/** The server's description of a newer version. */
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

/** The payload of `framework://update-status`. */
export interface UpdateStatusResult {
  readonly status: UpdateStatus;
  /** With `ERROR`: the reason. */
  readonly error?: string;
}

/**
 * The payload of `framework://update-download-progress`, sent for each piece that arrives. A piece
 * that arrives twice is reported once: the sum of all `chunkLength` never exceeds `contentLength`.
 */
export interface UpdateProgress {
  readonly chunkLength: number;
  /**
   * The length of the remaining download; it may grow, when parts turn out to be unusable. `null`:
   * the server does not report it.
   */
  readonly contentLength: number | null;
}

const nothing = v.strictObject({});

export const updaterCommands = {
  "updater.checkUpdate": command<UpdateResult>()(null, nothing),
  "updater.installUpdate": command<void>()(null, nothing),
} as const;
