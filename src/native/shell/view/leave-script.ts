/**
 * Asks a page, and its reachable frames, with an event like the engine's own `beforeunload`. Its
 * value is whether the user has to be asked, which engines do only after the user has touched the
 * page. For engines without a public API for asking before a window closes (WebView2, WKWebView).
 */
export const leaveScript = `(() => {
  const minds = (frame) => {
    try {
      const event = frame.document.createEvent("BeforeUnloadEvent");
      event.initEvent("beforeunload", false, true);
      frame.dispatchEvent(event);
      const { returnValue } = event;
      if (event.defaultPrevented || (typeof returnValue === "string" && returnValue !== "")) return true;
      for (let index = 0; index < frame.length; index++) if (minds(frame[index])) return true;
    } catch {
      // A frame of another origin.
    }
    return false;
  };
  return minds(window) && navigator.userActivation?.hasBeenActive !== false;
})()`;
