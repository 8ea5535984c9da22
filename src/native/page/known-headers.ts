const known: readonly string[] = [
  "accept",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "origin",
  "range",
  "referer",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
];

/** What the app thread may want to know of a request, of which `read` gives a header by its name. */
export function readKnownHeaders(read: (name: string) => string | null): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of known) {
    const value = read(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}
