import type { EngineTraits, PageScript, WindowSpec } from "../../../contract/ui/index.ts";
import { bridgeCall } from "../../page/bridge-call.ts";
import { keyLength } from "../../page/key.ts";
import { pageCondition } from "../../page/page-condition.ts";

// WebView2 takes scripts in advance, one list per view, and runs all of them at the start of every
// document in every frame. So each script itself checks whether it applies, before any code of the
// page can have changed the built-ins it uses. Each is independent: a syntax error or exception in
// one does not stop another.

const isTop = "window === window.top";

/**
 * The script that creates the key of a document that may call, reports it to the ui thread, and
 * passes it to the bridge.
 *
 * @param secret identifies a greeting of this view to the ui thread
 */
export function bridgeScript(secret: string, bridge: PageScript, traits: EngineTraits): string {
  return `if (${isTop} && ${pageCondition("location", bridge.pages)}) {
  ((key) => {
    const greet = () => window.chrome.webview.postMessage(${JSON.stringify(secret)} + key);
    // One that is made ahead, and may never be shown, must not be taken for the one that is.
    if (document.prerendering) document.addEventListener("prerenderingchange", greet, { once: true });
    else greet();
    ${bridgeCall(bridge.source, "key", traits)};
  })((() => {
    let key = "";
    for (const byte of crypto.getRandomValues(new Uint8Array(${keyLength / 2})))
      key += (byte + 256).toString(16).slice(1);
    return key;
  })());
}`;
}

/** A script for the top frame of its pages. */
export function topScript({ source, pages }: PageScript): string {
  return `if (${isTop} && ${pageCondition("location", pages)}) {\n${source}\n}`;
}

/** A script for frames of its pages, inside of a document that got the bridge. */
export function frameScript({ source, pages }: PageScript, bridge: PageScript): string {
  // The last one is the top; an opaque origin is no address.
  const top = `new URL([...location.ancestorOrigins].at(-1).replace(/^null$/, "about:blank"))`;
  return `if (window !== window.top && ${pageCondition("location", pages)} && ${pageCondition(top, bridge.pages)}) {\n${source}\n}`;
}

/**
 * The engine has no event for `window.print()` and no setting against it: every document in every
 * frame gets a replacement without effect, and cannot restore the original.
 */
const withoutPrinting = `{
  const { defineProperty } = Object;
  const { apply } = Reflect;
  const { execCommand } = Document.prototype;
  const { toLowerCase } = String.prototype;
  // The description is complete, because missing attributes keep their old value.
  const fixed = { writable: false, enumerable: true, configurable: false };
  defineProperty(window, "print", { ...fixed, value() {} });
  defineProperty(Document.prototype, "execCommand", {
    ...fixed,
    value(command, ...rest) {
      const name = \`\${command}\`;
      return apply(toLowerCase, name, []) !== "print" && apply(execCommand, this, [name, ...rest]);
    },
  });
}`;

/** All scripts that stay in a view for its lifetime, in order. */
export function lastingScripts(
  { bridge, frameScripts, printing }: WindowSpec,
  secret: string,
  traits: EngineTraits,
): readonly string[] {
  return [
    ...(printing ? [] : [withoutPrinting]),
    bridgeScript(secret, bridge, traits),
    ...frameScripts.map((script) => frameScript(script, bridge)),
  ];
}
