import { toArrayBuffer, type Pointer } from "bun:ffi";
import { callback } from "../../src/native/ffi/callback.ts";
import { functionIn, openLibraryAt } from "../../src/native/windows/library.ts";
import { receiveEvent } from "./controller.ts";
import { createEnvironment } from "./environment.ts";
import { openLine, type Line } from "./line.ts";
import { report, reportInto } from "./report.ts";
import { aliveObjects } from "./served-object.ts";

/** The environment variables for the processes of an app. */
export const variables = {
  /** The port of the program that shows pages. */
  port: "FRAMEWORK_TEST_PAGES",
  /** The library that stands for the runtime's, a path of Windows. */
  library: "FRAMEWORK_TEST_RUNTIME",
  /** The file for the report, a path of Windows. */
  report: "FRAMEWORK_TEST_REPORT",
} as const;

/** The cell in the runtime's library that contains the address of its function. */
export const slotName = "frameworkTestSlot";

let line: Line | undefined;

const create = callback("iinnp>i", (_checkRunning, _runtimeType, folder, options, handler) => {
  if (line === undefined) throw new Error("The line to the pages is not open");
  return createEnvironment(line, folder ?? 0, options ?? 0, handler);
});

/** Puts the stand-in where the runtime would be, in this process and on this thread. */
export async function installStandIn(): Promise<void> {
  const reported = (name: keyof typeof variables): string => {
    const value = process.env[variables[name]];
    if (value === undefined)
      throw new Error(`Cannot stand in for WebView2: want ${variables[name]}`);
    return value;
  };
  reportInto(reported("report"));
  line = await openLine(Number(reported("port")), receiveEvent);
  const library = openLibraryAt(reported("library"));
  const slot = functionIn(library, slotName);
  if (slot === null) throw new Error(`Cannot find "${slotName}" in "${reported("library")}"`);
  new BigUint64Array(toArrayBuffer(slot as Pointer, 0, 8))[0] = BigInt(create());
  process.on("exit", () => report({ alive: aliveObjects() }));
}
