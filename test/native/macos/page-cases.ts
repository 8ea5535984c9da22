import type { WebKitCase } from "../webkit-case.ts";
import type { PageStage } from "./page-stage.ts";

export const macosPageCases: readonly WebKitCase<PageStage>[] = [];
