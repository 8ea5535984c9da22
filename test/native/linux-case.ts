import type { LinuxStage } from "./linux-stage.ts";
import type { WebKitCase } from "./webkit-case.ts";

/** A case of Linux alone. */
export type LinuxCase = WebKitCase<LinuxStage>;
