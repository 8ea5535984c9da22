import type { Attention } from "../../../contract/window/window.ts";
import { theApplication } from "../app/application.ts";

const kinds = { Critical: 0, Informational: 10 } as const;

let request: number | null = null;

/**
 * Makes the app's icon in the Dock bounce: once, or until the user comes. While the app is active,
 * it has no effect.
 */
export function askForAttention(attention: Attention | null): void {
  const application = theApplication();
  if (request !== null) application.send("cancelUserAttentionRequest:", request);
  request = attention === null ? null : application.send("requestUserAttention:", kinds[attention]);
}
