import { schemeOrigin } from "../../../contract/page/origins.ts";

/**
 * The origins in which a scheme of the app is spelled here. The app itself selects one of the two.
 */
export function originsOfScheme(scheme: string): readonly [string, string] {
  return [schemeOrigin(scheme, "https"), schemeOrigin(scheme, "http")];
}
