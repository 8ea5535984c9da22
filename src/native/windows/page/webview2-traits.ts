import type { EngineTraits } from "../../../contract/ui/index.ts";

/** Of the name of an answer's place in a page: hexadecimal digits. */
export const tagLength = 16;
/** Stands before an answer, or before the reason of a refusal. */
export const answerMark = "=";
export const refusalMark = "!";

/**
 * WebView2, which takes messages and posts messages, and knows no answers: each message says where
 * its answer belongs, by a tag that is the document's own and a number. The tag is not the key:
 * what is posted to a page, its own code can hear. So an answer that comes to a later document
 * finds nobody.
 */
export const webview2Traits: EngineTraits = {
  // The app's schemes are hosts of https, and the engine plays what it has asked them for by
  // itself.
  playsFromSchemes: true,
  // Of bytes, as the bridge sends them. What else a page sends may come without its body (a Blob, a
  // file).
  readsBodies: true,
  answersBytes: true,
  transport: `(key) => {
    const { webview } = window.chrome;
    const post = webview.postMessage.bind(webview);
    let tag = "";
    for (const byte of crypto.getRandomValues(new Uint8Array(${tagLength / 2})))
      tag += (byte + 256).toString(16).slice(1);
    const waiting = new Map();
    let last = 0;
    webview.addEventListener("message", (event) => {
      const { data } = event;
      if (typeof data !== "string" || data.slice(0, ${tagLength}) !== tag) return;
      event.stopImmediatePropagation();
      const end = data.search(/[${answerMark}${refusalMark}]/);
      const number = Number(data.slice(${tagLength}, end));
      const { resolve, reject } = waiting.get(number);
      waiting.delete(number);
      const text = data.slice(end + 1);
      if (data[end] === ${JSON.stringify(answerMark)}) resolve(text);
      else reject(new Error(text));
    });
    return (message) => {
      const { promise, resolve, reject } = Promise.withResolvers();
      waiting.set(++last, { resolve, reject });
      post(key + tag + last + " " + message);
      return promise;
    };
  }`,
};
