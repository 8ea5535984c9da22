import type { PrivateScheme } from "../../../contract/ui/index.ts";
import { schemeRules } from "../../page/scheme-rules.ts";
import { NSError } from "../lib/url-loading.ts";
import { WKContentRuleList, WKContentRuleListStore } from "../lib/webkit.ts";
import { blockOnce } from "../objc/block.ts";
import type { OwnedOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import { nsString, textOf } from "../objc/text.ts";

type RuleList = OwnedOf<typeof WKContentRuleList>;

// By their rules. A list may belong to many views, and is kept permanently.
const lists = new Map<string, Promise<RuleList | null>>();

/** The rules that limit schemes to their documents; `null` when the engine rejects them. */
export function privateSchemeRules(schemes: readonly PrivateScheme[]): Promise<RuleList | null> {
  const rules = schemeRules(schemes);
  let list = lists.get(rules);
  if (list === undefined) {
    list = compile(rules).catch((error: Error) => {
      process.stderr.write(
        `framework: Cannot keep schemes for the app's own pages: ${error.message}\n`,
      );
      return null;
    });
    lists.set(rules, list);
  }
  return list;
}

/** The engine compiles rules into a file of its own, under their name. */
async function compile(rules: string): Promise<RuleList> {
  return withPool(() => {
    const store = WKContentRuleListStore.send("defaultStore");
    if (store === null) throw new Error("there is no place for the engine's rules");
    const { promise, resolve, reject } = Promise.withResolvers<RuleList>();
    const compiled = blockOnce("nn>v", (list, error) => {
      if (list !== null) resolve(WKContentRuleList.at(list).retain());
      else
        reject(
          new Error(
            error === null ? "no reason" : textOf(NSError.at(error).send("localizedDescription")),
          ),
        );
    });
    WKContentRuleListStore.at(store).send(
      "compileContentRuleListForIdentifier:encodedContentRuleList:completionHandler:",
      nsString(`framework-${new Bun.CryptoHasher("sha256").update(rules).digest("hex")}`),
      nsString(rules),
      compiled.address,
    );
    return promise;
  });
}
