import type { EngineTraits } from "../../contract/ui/index.ts";

/**
 * The script that hands the bridge its document's key, and the engine that shows the document.
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
