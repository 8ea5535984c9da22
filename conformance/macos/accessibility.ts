import { spawn, spawnSync } from "node:child_process";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import type { ConformanceCase } from "../../src/native/conformance/stage.ts";

// What AppKit does not do for a program in its own process. System Events does it, for a program
// that the user allows to control this computer.

/** The cases in which files are chosen in a panel. */
export const accessibilityCases: readonly ConformanceCase[] = conformanceCases.filter(({ name }) =>
  name.startsWith("a file dialog settles with"),
);

/** Why nothing can be typed here; `null`: it can. */
export function missingAccessibility(): string | null {
  const { status, stderr } = spawnSync("osascript", ["-e", systemEvents('keystroke ""')], {
    encoding: "utf8",
    timeout: 30_000,
  });
  return status === 0
    ? null
    : `needs System Settings › Privacy & Security › Accessibility for this terminal (${(stderr ?? "").trim()})`;
}

/**
 * Types what a person types to choose files of a folder: one by its path, several by "Select All".
 */
export function chooseByKeyboard(folder: string, paths: readonly string[]): void {
  const [path] = paths;
  const goTo = (place: string): string[] => [
    'keystroke "g" using {command down, shift down}',
    "delay 1",
    `keystroke ${JSON.stringify(place)}`,
    "delay 1",
    "key code 36",
    "delay 1",
  ];
  const keys =
    paths.length === 1 && path !== undefined
      ? [...goTo(path), "key code 36"]
      : [...goTo(folder), 'keystroke "a" using {command down}', "delay 1", "key code 36"];
  const script = keys.flatMap((line) => [
    "-e",
    line.startsWith("delay") ? line : systemEvents(line),
  ]);
  // It waits for the app, whose loop must go on meanwhile.
  spawn("osascript", script, { stdio: "ignore" }).unref();
}

const systemEvents = (what: string): string => `tell application "System Events" to ${what}`;
