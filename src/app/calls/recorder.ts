import type { ResolvedConfig } from "../../config/index.ts";
import type { Use } from "../../contract/uses/uses.ts";
import type { System } from "../../contract/target.ts";
import type { BaseDirectories } from "../paths/base-directories.ts";
import type { Decision } from "../scope/fs.ts";

/**
 * Hears what pages use of what the configuration allows. An app of `framework dev` alone has one.
 */
export interface Recorder {
  /** Tells what there is to use, and the folders by which paths are written down. */
  begin(app: {
    readonly config: ResolvedConfig;
    readonly folders: BaseDirectories;
    readonly system: System;
  }): void;
  /** A call, or a request to a protocol, begins. */
  call(command: string, window: string): CallRecorder;
}

/** Hears of one call. A use that one call repeats is recorded once. */
export interface CallRecorder {
  note(use: Use): void;
}

/** What notes the decision about a path; `undefined` where nothing is recorded. */
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
