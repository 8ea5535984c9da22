import type { NativeCase } from "../native-program.ts";
import type { PageStage } from "./page-stage.ts";

export const macosPageCases: readonly NativeCase<PageStage>[] = [];
