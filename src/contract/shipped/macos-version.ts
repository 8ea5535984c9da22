/**
 * The oldest macOS that the JavaScript runtime itself supports; its executables declare it, and a
 * test compares.
 */
export const runtimeMinimum = "13.0";

/** `13`, `13.4` and `13.4.1` */
export function isMacosVersion(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){0,2}$/.test(text);
}

/** Whether the runtime needs a newer macOS than this one; `13` and `13.0.0` are `13.0`. */
export function isTooOldForRuntime(version: string): boolean {
  const [needed, given] = [numbers(runtimeMinimum), numbers(version)];
  const at = needed.findIndex((number, index) => number !== (given[index] ?? 0));
  return (given[at] ?? 0) < (needed[at] ?? 0);
}

/** The oldest macOS that an app supports whose configuration requests this one. */
export function macosMinimum(version: string): string {
  return isTooOldForRuntime(version) ? runtimeMinimum : version;
}

function numbers(version: string): number[] {
  return version.split(".").map(Number);
}
