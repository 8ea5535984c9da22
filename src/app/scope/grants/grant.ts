import type { Identity } from "../open/disk.ts";

/** What the user let the app reach: one path, as it is written, never a pattern. */
export interface Grant {
  readonly id: number;
  /**
   * `file`: itself. `folder`: itself and what is directly in it. `tree`: itself and everything
   * below.
   */
  readonly kind: "file" | "folder" | "tree";
  /** With every link followed when it was granted: a link put in its place later grants nothing. */
  readonly path: string;
  /**
   * Which file it was when it was granted, so that a list kept over a restart can tell: volume,
   * number and birth in one text to be kept as it is; `null`: none yet.
   */
  readonly identity: Identity | null;
  /** The only window whose page it is for; `null`: all of them. */
  readonly window: string | null;
  /** Who let it: the user, in a dialog or by dropping it, or the app's own code. */
  readonly by: "user" | "app";
}

/** What of a grant is kept over a restart. */
export type KeptGrant = Pick<Grant, "kind" | "path" | "identity" | "window">;

/** `changed`: the app wrote the file anew, and it has another identity. */
export type GrantChange = { readonly kind: "added" | "revoked" | "changed"; readonly grant: Grant };
