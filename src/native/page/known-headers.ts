/** What the app thread may want to know of a request. */
export const knownHeaders: readonly string[] = [
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
