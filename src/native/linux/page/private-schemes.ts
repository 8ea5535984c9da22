import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PrivateScheme } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { glib } from "../lib/glib.ts";
import { webkit } from "../lib/webkit.ts";
import { checked, makeBytes, Reference } from "../memory.ts";

// The engine does not say which document asks for a picture, a script or a style: a frame of another site and the page
// around it send the same headers. But it knows, and can be given rules about it, in its language for blocking content:
// `unless-frame-url` is the address of the document that asks, since WebKitGTK 2.38. They are judged in the web process,
// before a request is made.

const compiling = new Held<PromiseWithResolvers<Address | null>>("content filters");
// By what they are made from. A filter may belong to many views, and is kept for good.
const filters = new Map<string, Promise<Address | null>>();

const compiled = callback("ppL>v", (store, result, number) => {
  const { resolve, reject } = compiling.take(number) ?? {};
  try {
    resolve?.(checked((error) => webkit.webkit_user_content_filter_store_save_finish(store, result, error)));
  } catch (error) {
    reject?.(error);
  }
});

/** The rules that keep schemes for the documents they are for; `null` when the engine does not take them. */
export function privateSchemeFilter(schemes: readonly PrivateScheme[]): Promise<Address | null> {
  const rules = JSON.stringify(schemes.map(ruleOf));
  let filter = filters.get(rules);
  if (filter === undefined) {
    filter = compile(rules);
    filters.set(rules, filter);
  }
  return filter;
}

function ruleOf({ scheme, pages }: PrivateScheme): object {
  // A document that a page has made by `URL.createObjectURL` is its own: the address says whose it is.
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

// All but documents in frames, of which the engine does not yet know here what is around them: `frame-ancestors` of
// their own policy decides.
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

/** The engine compiles rules into a file, which it holds open. */
async function compile(rules: string): Promise<Address | null> {
  try {
    const folder = mkdtempSync(join(tmpdir(), "framework-rules-"));
    using store = new Reference(webkit.webkit_user_content_filter_store_new(folder));
    const source = makeBytes(Buffer.from(rules));
    const settled = Promise.withResolvers<Address | null>();
    webkit.webkit_user_content_filter_store_save(
      store.address,
      "private-schemes",
      source,
      null,
      compiled(),
      compiling.add(settled),
    );
    glib.g_bytes_unref(source);
    try {
      return await settled.promise;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`framework: Cannot keep schemes for the app's own pages: ${reason}\n`);
    return null;
  }
}
