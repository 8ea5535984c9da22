import { pageCondition } from "../../page/page-condition.ts";
import { originOf, readPagePattern } from "../../page/page-pattern.ts";
import type { PlacedScript } from "../../shell/view/documents.ts";
import { WKUserScript, type WKUserContentController } from "../lib/webkit.ts";
import type { ObjectOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import { nsString } from "../objc/text.ts";

const WKUserScriptInjectionTimeAtDocumentStart = 0;

/** Places these scripts at the start of later documents, and no others. */
export function placeScripts(
  contents: ObjectOf<typeof WKUserContentController>,
  scripts: readonly PlacedScript[],
): void {
  contents.send("removeAllUserScripts");
  withPool(() => {
    for (const placed of scripts) {
      using script = WKUserScript.make(
        "initWithSource:injectionTime:forMainFrameOnly:",
        nsString(guarded(placed)),
        WKUserScriptInjectionTimeAtDocumentStart,
        !placed.inFrames,
      );
      contents.send("addUserScript:", script);
    }
  });
}

/**
 * The engine runs a script in every document of its frames, so each script itself checks whether it
 * applies.
 */
function guarded({ source, page }: PlacedScript): string {
  const pattern = readPagePattern(page) === null ? `${originOf(page)}/*` : page;
  return `if (${pageCondition("location", [pattern])}) {\n${source}\n}`;
}
