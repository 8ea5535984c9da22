/**
 * A host in the spelling of parsed addresses; `null`: it is none. The pattern parsers get this
 * function because they have no URL class.
 */
export function normalHost(host: string): string | null {
  return URL.parse(`https://${host}/`)?.hostname ?? null;
}
