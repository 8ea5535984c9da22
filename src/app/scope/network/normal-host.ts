/**
 * A host in the spelling of parsed addresses; `null`: it is none. The parsers of patterns are given
 * it: they know no URL.
 */
export function normalHost(host: string): string | null {
  return URL.parse(`https://${host}/`)?.hostname ?? null;
}
