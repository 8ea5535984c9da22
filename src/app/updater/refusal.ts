import { FrameworkError } from "../../contract/errors.ts";

/** Why something about updates cannot be done: what has to be so instead. */
export function refusal(action: string, wanted: string): FrameworkError {
  return new FrameworkError("unavailable", `Cannot ${action}: ${wanted}`);
}

/** The same, where `framework.updater.active` is false. */
export function inactive(action: string): FrameworkError {
  return refusal(action, "set framework.updater.active to true");
}

/** What is looked for, and what is done with it, in words. */
export const actions = { check: "look for an update", install: "install an update" } as const;
