/**
 * A text for a semantic version that stands behind those of all lower versions when texts are
 * compared unit by unit, and is the same for equal ones. So installers, which can compare texts and
 * no versions, tell which is newer.
 *
 *   1.2.3          011012013~
 *   1.2.3-rc.10    0110120131-..., lower than the above: what stands before a release begins with a digit
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
  // Numbers are lower than words. "!" stands before all that a word may hold, so that the shorter
  // of two is lower.
  return (
    numbers +
    fields.map((field) => (/^\d+$/.test(field) ? `0${numberOrder(field)}` : `1${field}!`)).join("")
  );
}

/** How many digits there are, and the digits. */
function numberOrder(digits: string): string {
  return `${String(digits.length).padStart(2, "0")}${digits}`;
}
