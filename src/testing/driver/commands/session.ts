import { performActions } from "../actions/perform.ts";
import { Hand } from "../actions/hand.ts";
import { DriverError } from "../errors.ts";
import { list } from "../parameters.ts";
import type { Route } from "../route.ts";
import { parseTimeouts } from "../timeouts.ts";

/** The commands for the timeouts and the input devices of a session. */
export const sessionRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/timeouts",
    run: ({ timeouts }) => timeouts,
    minds: "no prompt",
  },
  {
    method: "POST",
    path: "/timeouts",
    run: (session, { given }) => {
      session.timeouts = { ...session.timeouts, ...parseTimeouts(given) };
    },
    minds: "no prompt",
  },
  {
    method: "POST",
    path: "/actions",
    run: async (session, { given }) => {
      list(given, "actions");
      await session.prompts.before(session.window, performActions(session, given));
    },
  },
  {
    method: "DELETE",
    path: "/actions",
    run: async (session) => {
      await session.onContext("address");
      await session.prompts.before(session.window, new Hand(session).releaseAll());
      session.inputState.clear();
    },
  },
  {
    method: "POST",
    path: "/print",
    run: () => {
      throw new DriverError(
        "unsupported operation",
        "Cannot print to a file: no engine of apps does",
      );
    },
  },
];
