import type { EngineTraits } from "../../contract/ui/index.ts";

/** The script that hands the bridge its document's key, and the engine that shows the document. */
export function bridgeCall(bridge: string, key: string, { transport, ...traits }: EngineTraits): string {
  const given = JSON.stringify(key);
  return `(${bridge})(${given},{...${JSON.stringify(traits)},post:(${transport})(${given})})`;
}
