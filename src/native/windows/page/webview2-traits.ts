import type { EngineTraits } from "../../../contract/ui/index.ts";

/** The length of an answer's tag: hexadecimal digits. */
export const tagLength = 16;
/** Precedes an answer, or the reason of a refusal. */
export const answerMark = "=";
export const refusalMark = "!";

/**
 * WebView2, which receives messages and posts messages, without answers: each message names the
 * destination of its answer, by a tag that is the document's own and a number. The tag is not the
 * key, because the page's own code can read posted messages. So an answer that arrives at a later
 * document finds no receiver.
 */
export const webview2Traits: EngineTraits = {
  // The app's schemes are hosts of https, and the engine plays files that it requests from them
  // itself.
  playsFromSchemes: true,
  // For byte arrays, as the bridge sends them. Other bodies of a page may be missing (a Blob, a
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
