import type { PrivateScheme } from "../../contract/ui/index.ts";

// The engine does not report which document requests a picture, a script or a style: a frame of
// another site and the page around it send the same headers. But it accepts rules about it, in
// WebKit's content-blocker language: `unless-frame-url` is the address of the requesting document,
// since WebKitGTK 2.38 and Safari 16. They are evaluated in the web process, before a request is
// made.

/** The rules that limit schemes to their documents, as JSON. */
export function schemeRules(schemes: readonly PrivateScheme[]): string {
  return JSON.stringify(schemes.map(ruleOf));
}

function ruleOf({ scheme, pages }: PrivateScheme): object {
  // A document that a page creates by `URL.createObjectURL` is its own: the address has the page's
  // origin.
  const documents = pages.flatMap((page) => {
    // As the engine writes it: without the scheme's default port.
    const address = literally(new URL(page.replace(/\*$/, "")).href);
    return [`^${address}`, `^blob:${address}`];
  });
  // A document of the scheme itself was admitted to its frame.
  const own = `^${literally(`${scheme}:`)}`;
  return {
    trigger: { "url-filter": own, "resource-type": parts, "unless-frame-url": [...documents, own] },
    action: { type: "block" },
  };
}

// All requests except documents in frames, whose embedder the engine does not know at this point:
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
