const number = "(?:0|[1-9]\\d*)";
const preRelease = `(?:${number}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const whole = new RegExp(
  `^${number}\\.${number}\\.${number}(?:-${preRelease}(?:\\.${preRelease})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** Whether a text is a version as semver.org defines it: three numbers, and no `v` in front. */
export function isSemver(text: string): boolean {
  return whole.test(text);
}
