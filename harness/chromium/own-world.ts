import { ownScript } from "../pages/channel-script.ts";
import type { DocumentMessage } from "../pages/channel-script.ts";

/** The function of the own world that speaks to this program. */
export const binding = "pagesHost";

/** The own world's messages about a document: its own message, or an event. */
export type OwnMessage = DocumentMessage | { readonly kind: Happening };

type Happening = "print" | "contextMenu" | "enterFullscreen" | "leaveFullscreen";

/**
 * The script of the own world. The protocol has no events for the engine's own windows. Documents
 * have some events about them, and the page cannot make them look like the user's.
 */
export const ownWorldScript = `{
  const send = ${binding};
  ${ownScript("send")}
  const happens = (kind) => send(JSON.stringify({ kind }));
  addEventListener("beforeprint", (event) => event.isTrusted && happens("print"));
  addEventListener("contextmenu", (event) => {
    if (!event.isTrusted || event.defaultPrevented) return;
    event.preventDefault(); // the menu is the host's
    happens("contextMenu");
  });
  if (window === window.top)
    addEventListener("fullscreenchange", (event) => {
      if (event.isTrusted) happens(document.fullscreenElement === null ? "leaveFullscreen" : "enterFullscreen");
    });
}`;
