import type { ConformanceCase } from "../../src/native/conformance/stage.ts";
export const accessibilityCases: readonly ConformanceCase[] = [];
export const missingAccessibility = (): string | null => null;
