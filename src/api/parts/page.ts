/**
 * The page that runs this; `undefined` if pages are rendered without a browser, and modules are
 * only loaded.
 */
export function page(): Window | undefined {
  return typeof window === "undefined" ? undefined : window;
}
