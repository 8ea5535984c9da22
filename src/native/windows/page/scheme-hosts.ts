import { schemeOrigin } from "../../../contract/page/origins.ts";

/**
 * The origins that a scheme of the app is spelled as here. Which of the two the app answers is its
 * own affair.
 */
export function originsOfScheme(scheme: string): readonly [string, string] {
  return [schemeOrigin(scheme, "https"), schemeOrigin(scheme, "http")];
}
