import { actions, inactive } from "./refusal.ts";
import type { UpdatesPart } from "./updates.ts";

/** The updates of an app that was never updated, and never will be. */
export const updates: UpdatesPart = {
  firstStart: () => null,
  open({ events }) {
    const refuse = (action: string): Promise<never> => {
      const error = inactive(action);
      events.emit("framework://update-status", { status: "ERROR", error: error.message });
      return Promise.reject(error);
    };
    return {
      check: () => refuse(actions.check),
      install: () => refuse(actions.install),
      installForPage: () => refuse(actions.install),
      begin: () => {},
    };
  },
};
