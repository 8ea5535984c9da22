/** A version in Windows' numeric form: four 16-bit numbers. */
export type WindowsVersion = readonly [major: number, minor: number, patch: number, build: number];

const largest = 0xffff;

/**
 * The numbers of a semantic version; the form has no space for a suffix as in `1.0.0-beta.2`.
 * @throws Error when one is larger than Windows can hold
 */
export function windowsVersion(version: string): WindowsVersion {
  const [major = 0, minor = 0, patch = 0] = (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "0")
    .split(".")
    .map(Number);
  const tooLarge = [major, minor, patch].find((number) => number > largest);
  if (tooLarge !== undefined) {
    throw new Error(
      `Cannot use version "${version}" for Windows: "${tooLarge}" may be at most ${largest}`,
    );
  }
  return [major, minor, patch, 0];
}
