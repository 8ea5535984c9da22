import type { EngineTraits } from "../../../contract/ui/index.ts";

/** The name of the script message handler that pages post to. */
export const handlerName = "framework";

/** WKWebView, which answers each message by itself, with a string. */
export const wkWebViewTraits: EngineTraits = {
  // The media framework requests the app's schemes through the page's own loader.
  playsFromSchemes: true,
  readsBodies: true,
  answersBytes: true,
  transport: `(key) => {
    const handler = window.webkit.messageHandlers[${JSON.stringify(handlerName)}];
    const post = handler.postMessage.bind(handler);
    return (message) => post(key + message);
  }`,
};
