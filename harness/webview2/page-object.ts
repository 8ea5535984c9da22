/**
 * `chrome.webview` as WebView2 gives it to every document, made of the channel to the host.
 * Messages travel as JSON. The host's messages begin with "s" for a text and "j" for JSON.
 */
export const pageObject = `(channel) => {
  const { parse, stringify } = JSON;
  const target = new EventTarget();
  const webview = {
    postMessage(message) {
      if (arguments.length === 0) throw new TypeError("postMessage: 1 argument required");
      channel.post(stringify(message) ?? "null");
    },
    addEventListener: (...args) => target.addEventListener(...args),
    removeEventListener: (...args) => target.removeEventListener(...args),
    dispatchEvent: (event) => target.dispatchEvent(event),
  };
  channel.listen((text) => {
    const data = text[0] === "s" ? text.slice(1) : parse(text.slice(1));
    target.dispatchEvent(new MessageEvent("message", { data }));
  });
  const chrome = window.chrome ?? {};
  Object.defineProperty(chrome, "webview", { value: webview, enumerable: true });
  if (window.chrome === undefined) window.chrome = chrome;
}`;
