import type { Identity } from "../open/disk.ts";

/** The user's permission for the app to reach one path, taken literally, never as a pattern. */
export interface Grant {
  readonly id: number;
  /**
   * `file`: the file. `folder`: the folder and its direct children. `tree`: the folder and
   * everything below.
   */
  readonly kind: "file" | "folder" | "tree";
  /**
   * With every link followed at the time of the grant: a link put in its place later grants
   * nothing.
   */
  readonly path: string;
  /**
   * The identity of the file at the time of the grant, for comparison after a restart: volume,
   * number and birth in one text to be stored unchanged; `null`: none yet.
   */
  readonly identity: Identity | null;
  /** The only window whose page may use it; `null`: all windows. */
  readonly window: string | null;
  /** The origin of the grant: the user, in a dialog or by dropping it, or the app's own code. */
  readonly by: "user" | "app";
}

/** The part of a grant that is kept across a restart. */
export type KeptGrant = Pick<Grant, "kind" | "path" | "identity" | "window">;

/** `changed`: the app rewrote the file, and it has another identity. */
export type GrantChange = { readonly kind: "added" | "revoked" | "changed"; readonly grant: Grant };
