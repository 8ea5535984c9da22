import type { PrivateScheme } from "../../contract/ui/index.ts";

// The engine does not say which document asks for a picture, a script or a style: a frame of
// another site and the page around it send the same headers. But it knows, and can be given rules
// about it, in WebKit's language for blocking content: `unless-frame-url` is the address of the
// document that asks, since WebKitGTK 2.38 and Safari 16. They are judged in the web process,
// before a request is made.

/** The rules that keep schemes for the documents they are for, as JSON. */
export function schemeRules(schemes: readonly PrivateScheme[]): string {
  return JSON.stringify(schemes.map(ruleOf));
}

function ruleOf({ scheme, pages }: PrivateScheme): object {
  // A document that a page has made by `URL.createObjectURL` is its own: the address says whose it
  // is.
  const documents = pages.flatMap((page) => {
    // As the engine writes it: without the port that is the scheme's own.
    const address = literally(new URL(page.replace(/\*$/, "")).href);
    return [`^${address}`, `^blob:${address}`];
  });
  // One of the scheme itself was let into its frame.
  const own = `^${literally(`${scheme}:`)}`;
  return {
    trigger: { "url-filter": own, "resource-type": parts, "unless-frame-url": [...documents, own] },
    action: { type: "block" },
  };
}

// All but documents in frames, of which the engine does not yet know here what is around them:
// `frame-ancestors` of their own policy decides.
const parts = [
  "image",
  "style-sheet",
  "script",
  "font",
  "raw",
  "svg-document",
  "media",
  "ping",
  "fetch",
  "websocket",
  "other",
];

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
