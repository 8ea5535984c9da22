/**
 * A text for a semantic version that sorts after those of all lower versions in a comparison by
 * units, and is the same for equal ones. So installers, which can compare texts but no versions,
 * find the newer one.
 *
 *   1.2.3          011012013~
 *   1.2.3-rc.10    0110120131-..., lower than the above: a pre-release begins with a digit
 *
 * Source: the precedence of Semantic Versioning 2.0.0, point 11.
 */
export function versionOrder(version: string): string {
  const [known = ""] = version.split("+");
  const dash = known.indexOf("-");
  const core = dash < 0 ? known : known.slice(0, dash);
  const numbers = core.split(".").map(numberOrder).join("");
  if (dash < 0) return `${numbers}~`;
  const fields = known.slice(dash + 1).split(".");
  // Numbers are lower than words. "!" sorts before all characters of a word, so that the shorter of
  // two is lower.
  return (
    numbers +
    fields.map((field) => (/^\d+$/.test(field) ? `0${numberOrder(field)}` : `1${field}!`)).join("")
  );
}

/** The number of digits, and the digits. */
function numberOrder(digits: string): string {
  return `${String(digits.length).padStart(2, "0")}${digits}`;
}
