// Two scripts begin each document, in every frame. One runs in a world of its own, where no script
// of the page reaches it. It knows its document and frame, and only it speaks to the engine. The
// other runs in the page's world, and gives the page its end of the channel. They reach each other
// by events of the window, which carry texts between worlds. A page that makes such events says no
// more than it could by its channel.

/** The world that pages cannot look into. */
export const ownWorld = "pages";

const outward = "pages-outward";
const inward = "pages-inward";
const open = "pages-open";

/** The own world's report about its document, with each message. */
export type DocumentMessage =
  | {
      readonly kind: "begins";
      readonly document: string;
      readonly isTop: boolean;
      readonly address: string;
    }
  | {
      readonly kind: "message";
      readonly document: string;
      readonly isTop: boolean;
      readonly address: string;
      readonly text: string;
    };

/**
 * The script of the own world. @param post a function of that world's, which hands a text to the
 * engine
 */
export const ownScript = (post: string): string => `(() => {
  const digits = crypto.getRandomValues(new Uint32Array(4));
  const name = Array.from(digits, (digit) => digit.toString(36)).join("-");
  const isTop = window === window.top;
  const post = ${post};
  const tell = (kind, text) =>
    post(JSON.stringify({ kind, document: name, isTop, address: location.href, text }));
  addEventListener("${outward}", (event) => {
    event.preventDefault(); // taken
    event.stopImmediatePropagation();
    tell("message", String(event.detail));
  });
  globalThis.deliver = (wanted, text) => {
    if (wanted === name) dispatchEvent(new CustomEvent("${inward}", { detail: text }));
  };
  tell("begins");
  dispatchEvent(new Event("${open}"));
})();`;

/** The source that sends a text to a document, run in the own world of the top frame. */
export function deliverSource(document: string, text: string): string {
  return `globalThis.deliver?.(${JSON.stringify(document)}, ${JSON.stringify(text)})`;
}

/**
 * The script of the page's world, which calls the function that the host has given with the page's
 * end.
 */
export function pageScript(channel: string): string {
  return `(() => {
    const { CustomEvent, dispatchEvent, addEventListener } = window;
    const listeners = [];
    let waiting = [];
    const send = (text) => !dispatchEvent.call(window, new CustomEvent("${outward}", { detail: text, cancelable: true }));
    addEventListener.call(window, "${inward}", (event) => {
      event.stopImmediatePropagation();
      for (const listener of [...listeners]) listener(event.detail);
    });
    // Which of the two scripts comes first is not said.
    addEventListener.call(window, "${open}", (event) => {
      event.stopImmediatePropagation();
      const texts = waiting;
      waiting = null;
      for (const text of texts ?? []) send(text);
    });
    (${channel})({
      post(text) {
        if (waiting === null) send(text);
        else if (waiting.length > 0 || !send(text)) waiting.push(text);
        else waiting = null;
      },
      listen(listener) {
        listeners.push(listener);
      },
    });
  })();`;
}
