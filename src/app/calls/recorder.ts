import type { ResolvedConfig } from "../../config/index.ts";
import type { FlaggedPlugin } from "../../contract/uses/offers.ts";
import type { Use } from "../../contract/uses/uses.ts";
import type { System } from "../../contract/target.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import type { Decision } from "../scope/fs.ts";

/**
 * Records the uses that pages make of the configuration. Exists in apps of `framework dev` only.
 */
export interface Recorder {
  /** Receives the recordable offers, and the folders that paths are abbreviated with. */
  begin(app: {
    readonly config: ResolvedConfig;
    readonly plugins: readonly FlaggedPlugin[];
    readonly folders: BaseDirectories;
    readonly system: System;
  }): void;
  /** A call, or a request to a protocol, begins. */
  call(command: string, window: string): CallRecorder;
}

/** Records one call. A use that one call repeats is recorded once. */
export interface CallRecorder {
  note(use: Use): void;
}

/** The callback that records the decision about a path; `undefined` if nothing is recorded. */
export function notingPaths(
  uses: CallRecorder | null,
  kind: "fs" | "asset",
): ((path: string, decision: Decision) => void) | undefined {
  return uses === null ? undefined : (path, decision) => notePath(uses, kind, path, decision);
}

export function notePath(
  uses: CallRecorder,
  kind: Use["kind"],
  path: string,
  { allowed, by }: Decision,
): void {
  const rule = by === null ? "" : "pattern" in by ? by.pattern : "grant" in by ? by.grant.by : "";
  const granted = by !== null && "grant" in by;
  uses.note({
    kind,
    outcome: allowed ? (granted ? "granted" : "allowed") : "refused",
    rule,
    detail: path,
  });
}
