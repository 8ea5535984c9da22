import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PrivateScheme } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { schemeRules } from "../../page/scheme-rules.ts";
import { glib } from "../lib/glib.ts";
import { webkit } from "../lib/webkit.ts";
import { checked, makeBytes, Reference } from "../memory.ts";

const compiling = new Held<PromiseWithResolvers<Address | null>>("content filters");
// By their rules. A filter may belong to many views, and is kept permanently.
const filters = new Map<string, Promise<Address | null>>();

const compiled = callback("ppL>v", (store, result, number) => {
  const { resolve, reject } = compiling.take(number) ?? {};
  try {
    resolve?.(
      checked((error) => webkit.webkit_user_content_filter_store_save_finish(store, result, error)),
    );
  } catch (error) {
    reject?.(error);
  }
});

/** The rules that limit schemes to their documents; `null` when the engine rejects them. */
export function privateSchemeFilter(schemes: readonly PrivateScheme[]): Promise<Address | null> {
  return contentFilter(schemeRules(schemes));
}

/** The compiled form of content-blocker rules; `null` when the engine rejects them. */
export function contentFilter(rules: string): Promise<Address | null> {
  let filter = filters.get(rules);
  if (filter === undefined) {
    filter = compile(rules);
    filters.set(rules, filter);
  }
  return filter;
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
