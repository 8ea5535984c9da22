import { FrameworkError } from "../../contract/errors.ts";
import type { Handlers } from "../calls/context.ts";

/** The handler of the cli module. The command line was read before any window opened. */
export const cliHandlers: Handlers<"cli"> = {
  "cli.getMatches": (_, { services }) => {
    if (services.cliMatches !== null) return services.cliMatches;
    throw new FrameworkError(
      "unavailable",
      "Cannot read the command line: describe it in framework.cli",
    );
  },
};
