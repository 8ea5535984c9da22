import { spawn, spawnSync } from "node:child_process";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import type { ConformanceCase } from "../../src/native/conformance/stage.ts";

// Actions that AppKit does not offer to a program in its own process. System Events performs them
// for a program that the user allows to control the computer.

/** The cases in which files are chosen in a panel. */
export const accessibilityCases: readonly ConformanceCase[] = conformanceCases.filter(({ name }) =>
  name.startsWith("a file dialog settles with"),
);

/** The reason why System Events cannot type. `null`: it can. */
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
 * Chooses files of a folder by the keyboard: one by its path, several by "Select All".
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
  // Not waited for: it waits for the app itself, whose loop must continue meanwhile.
  spawn("osascript", script, { stdio: "ignore" }).unref();
}

const systemEvents = (what: string): string => `tell application "System Events" to ${what}`;
