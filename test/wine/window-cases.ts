import { operationCases } from "./window-operation-cases.ts";
import { fieldCases } from "./window-field-cases.ts";
import { eventCases } from "./window-event-cases.ts";
import type { WindowStage } from "./window-stage.ts";

/** A case of windows alone: what is true when it passes. */
export interface WindowCase {
  readonly name: string;
  readonly run: (stage: WindowStage) => Promise<void>;
}

export const windowCases: readonly WindowCase[] = [...fieldCases, ...operationCases, ...eventCases];
