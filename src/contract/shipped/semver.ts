// Who compares them reads 64 bits, and takes longer ones for no version, or in the order of texts.
const number = "(?:0|[1-9]\\d{0,18})";
const preRelease = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const whole = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-${preRelease}(?:\\.${preRelease})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/**
 * Whether a text is a version as semver.org defines it: three numbers, none of more than 19 digits,
 * and no `v` in front.
 */
export function isSemver(text: string): boolean {
  return whole.test(text);
}
