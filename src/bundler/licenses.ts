/**
 * Whether a licence is an SPDX expression, for example "MIT" or "(MIT OR Apache-2.0)". Names are
 * not looked up; texts such as "SEE LICENSE IN x" and npm's UNLICENSED are none.
 */
export function isSpdxExpression(text: string): boolean {
  return (
    /^[A-Za-z0-9.+()-]+( (AND|OR|WITH) [A-Za-z0-9.+()-]+)*$/.test(text) && text !== "UNLICENSED"
  );
}
