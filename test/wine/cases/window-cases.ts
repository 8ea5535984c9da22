import { operationCases } from "./window-operation-cases.ts";
import { fieldCases } from "./window-field-cases.ts";
import { eventCases } from "./window-event-cases.ts";
import { menuCases } from "./window-menu-cases.ts";
import type { WindowStage } from "./window-stage.ts";

/** A case of windows alone: what is true when it passes. */
export interface WindowCase {
  readonly name: string;
  readonly run: (stage: WindowStage) => Promise<void>;
  /** It is about nothing that is counted in pixels. */
  readonly isTheSameAtEveryScale?: true;
}

const windowCases: readonly WindowCase[] = [
  ...fieldCases,
  ...operationCases,
  ...eventCases,
  ...menuCases,
];

/** The tests at a scale: all of them once, and those that depend on the scale at each other one. */
export function windowCasesAt(scale: number): readonly WindowCase[] {
  return windowCases.filter((each) => scale === 1 || each.isTheSameAtEveryScale !== true);
}
