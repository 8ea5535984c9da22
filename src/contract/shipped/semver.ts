// Comparisons use 64 bits; longer numbers are rejected, or compared as texts.
const number = "(?:0|[1-9]\\d{0,18})";
const preRelease = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const whole = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-${preRelease}(?:\\.${preRelease})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/**
 * Whether a text is a version as semver.org defines it: three numbers of at most 19 digits each,
 * and no `v` in front.
 */
export function isSemver(text: string): boolean {
  return whole.test(text);
}
