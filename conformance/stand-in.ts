import { join } from "node:path";
import { startPages } from "../harness/pages/start.ts";
import { startSession } from "../src/testing/linux/display.ts";
import { runPart } from "./case-runs.ts";
import { Recording } from "./recording.ts";
import { skipped } from "./report.ts";
import { partsOf } from "./system-cases.ts";

/**
 * Runs the macOS cases on Linux, as far as the stand-in for Apple's runtime supports them, and
 * writes the report.
 *
 * @returns the exit code
 */
export async function runOnStandIn(folder: string): Promise<number> {
  const recording = new Recording(folder);
  await using session = await startSession();
  await using pages = await startPages(session);
  const program = join(import.meta.dir, "../test/native/macos/programs/apple-program.ts");
  const env = {
    ...session.env,
    PAGES_PORT: String(pages.port),
    FRAMEWORK_CONFORMANCE_CASES: "all",
  };
  const { platform, accessibility } = await partsOf("macos");
  if (platform === undefined || accessibility === undefined)
    throw new Error("Cannot find the parts of macOS");
  const command = [process.execPath, program];
  await runPart("platform", platform, { command, env }, recording.record(platform));
  const needsMac = (what: string): string => `needs a Mac: ${what}`;
  skipped(
    accessibility.cases.map(({ name }) => name),
    needsMac("another process shows the panel, and System Events types into it"),
  ).forEach(recording.record(accessibility).add);
  const apps = { name: "Example apps", shows: "Installed from a disk image." };
  skipped(
    ["example apps are installed, started, updated and removed"],
    needsMac("hdiutil, codesign and an executable for macOS run there alone"),
  ).forEach(recording.record(apps).add);
  return recording.write("macos", { "Runs on": "the stand-in for Apple's runtime, not on a Mac" });
}
