// Applies the app's policies to a page of a development server if no proxy can add them. Each is a
// `<meta>` in a head that exists before any code of the page and is removed again at once, while
// the policy stays: WebKit accepts such a policy (2.50 was tried).
//
// The parser's scripts get the nonce of the document before they run. A script that code inserts
// runs before that, and is blocked.

declare const FRAMEWORK_POLICIES: readonly string[];
declare const FRAMEWORK_NONCE_PLACEHOLDER: string;

{
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const root = document.documentElement ?? document.appendChild(document.createElement("html"));
  const head = root.appendChild(document.createElement("head"));
  for (const policy of FRAMEWORK_POLICIES) {
    const meta = head.appendChild(document.createElement("meta"));
    meta.httpEquiv = "Content-Security-Policy";
    meta.content = policy.replaceAll(FRAMEWORK_NONCE_PLACEHOLDER, nonce);
  }
  head.remove();

  // With 'strict-dynamic' engines ignore all addresses, so files need a nonce, too.
  const takesFiles = FRAMEWORK_POLICIES.some((policy) => policy.includes("'strict-dynamic'"));
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes)
        if (node instanceof HTMLScriptElement && (takesFiles || !node.hasAttribute("src")))
          node.nonce = nonce;
    }
  }).observe(document, { childList: true, subtree: true });
}
