import { FrameworkError } from "../../contract/errors.ts";

/** The reason why an update action is impossible: it names the requirement. */
export function refusal(action: string, wanted: string): FrameworkError {
  return new FrameworkError("unavailable", `Cannot ${action}: ${wanted}`);
}

/** The same reason, where `framework.updater.active` is false. */
export function inactive(action: string): FrameworkError {
  return refusal(action, "set framework.updater.active to true");
}

/** The actions of the updater, in words. */
export const actions = { check: "look for an update", install: "install an update" } as const;
