import type { Parameters } from "./parameters.ts";
import type { Session } from "./session.ts";

/** The arguments of a command beside its session. */
export interface Call {
  /** The body of the request. */
  readonly given: Parameters;
  /** The part of the path with this name in the route. */
  readonly part: (name: string) => string;
}

/** Runs a command. Returns the value of the answer, or a promise of it. */
export type Command = (session: Session, call: Call) => unknown;

/** A row of the table of routes. Its path comes after `/session/{id}`. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly run: Command;
  /** True if an open prompt is left alone. Otherwise it is handled before. */
  readonly minds?: "no prompt";
}
