import type { EngineTraits } from "../../contract/ui/index.ts";

/**
 * The script that passes the document's key and the engine to the bridge.
 *
 * @param key an expression in the page's language
 */
export function bridgeCall(
  bridge: string,
  key: string,
  { transport, ...traits }: EngineTraits,
): string {
  return `(${bridge})(${key},{...${JSON.stringify(traits)},post:(${transport})(${key})})`;
}
