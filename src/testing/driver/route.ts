import type { Parameters } from "./parameters.ts";
import type { Session } from "./session.ts";

/** The arguments of a command beside its session. */
export interface Call {
  /** The body of the request. */
  readonly given: Parameters;
  /** The parts of the path that are named in the route. */
  readonly part: (name: string) => string;
}

/** Settles with the value of the answer. */
export type Command = (session: Session, call: Call) => unknown;

/** A row of the table of routes; the path is that behind `/session/{id}`. */
export interface Route {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly run: Command;
  /** True if an open prompt is left alone. Otherwise it is handled before. */
  readonly minds?: "no prompt";
}
