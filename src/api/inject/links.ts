// Links that lead out of the app open in the user's programs, as they do in a browser:
// `target="_blank"`, `window.open`, `mailto:` and `tel:`. The engine makes no window for the first
// two and shows an error page for the others. `shell.open` opens them, so its flag and expression
// decide, and only for the top frame of the app's own pages. A link that is dropped on such a page
// does not replace it.

import type {} from "../invoke.ts";

{
  const { call } = window.__FRAMEWORK_BRIDGE__!;
  const { document } = window;
  const { defineProperties } = Object;
  const openHere = window.open.bind(window);
  const setTimeout = window.setTimeout.bind(window);
  const report = console.error.bind(console); // oxlint-disable-line no-console -- the page's console is where its author looks

  const follow = async (address: string): Promise<void> => {
    try {
      await call("shell.open", { path: address }, false);
    } catch (error) {
      report(
        `Cannot follow the link to "${address}": ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };

  /** Whether the engine would open another window for it. */
  const isElsewhere = (target: string): boolean => {
    if (/^(?:_self|_parent|_top)?$/i.test(target) || target === window.name) return false;
    return ![...document.getElementsByTagName("iframe")].some(({ name }) => name === target);
  };

  /** The address, when it leads out of the app; the app opens windows for its own pages. */
  const outside = (text: string, target: string): string | null => {
    const url = URL.parse(text, document.baseURI);
    if (url === null) return null;
    const { protocol, origin, href } = url;
    if (protocol === "mailto:" || protocol === "tel:") return href;
    if (protocol !== "http:" && protocol !== "https:") return null;
    return isElsewhere(target) && origin !== window.location.origin ? href : null;
  };

  /** The address of a clicked link. */
  const addressOf = (event: Event): string | null => {
    for (const element of event.composedPath() as Partial<HTMLAnchorElement & SVGAElement>[]) {
      if (!/^(?:a|area)$/i.test(element.localName ?? "")) continue;
      const { href, target = "" } = element as { href?: unknown; target?: unknown };
      // In SVG both are objects.
      const [text, named] = [href, target].map((value) =>
        typeof value === "string"
          ? value
          : ((value as SVGAnimatedString | undefined)?.baseVal ?? ""),
      ) as [string, string];
      const usual = document.querySelector<HTMLBaseElement>("base[target]")?.target ?? "";
      return text === "" ? null : outside(text, named || usual);
    }
    return null;
  };

  document.addEventListener(
    "click",
    (event) => {
      const address = event.defaultPrevented ? null : addressOf(event);
      if (address === null) return;
      // The page may prevent the default, or stop the event, which would then trigger the engine's
      // default. So the default is prevented at once, and the page's decision is known after all
      // listeners have run.
      event.preventDefault();
      let isPrevented = false;
      const prevent = (): void => void (isPrevented = true);
      defineProperties(event, {
        defaultPrevented: { get: () => isPrevented },
        preventDefault: { value: prevent },
        returnValue: {
          get: () => !isPrevented,
          set: (isWanted: unknown) => isWanted === false && prevent(),
        },
      });
      setTimeout(() => {
        if (!isPrevented) void follow(address);
      });
    },
    true,
  );

  // The engine loads a dropped address if no element accepts it. So it is accepted here, without
  // effect: whether it is the address of a file, which the window may want, is hidden from pages
  // before the drop. The engine does not load data dragged from the page itself; accepted here,
  // too, the drag would end as if the page had accepted it, and the source may remove a moved item.
  // An element removed from the page meanwhile sends no end event.
  let dragged: Partial<Node> | null = null;
  window.addEventListener(
    "dragstart",
    (event) => void (dragged = event.composedPath()[0] as Node),
    true,
  );
  // The last one comes if the page has prevented the drag.
  for (const name of ["dragend", "drop", "mouseup"] as const)
    window.addEventListener(name, () => void (dragged = null), true);
  let isRefused = false;
  const takeAddress = (event: DragEvent): void => {
    const { dataTransfer, defaultPrevented } = event;
    const [target] = event.composedPath() as Partial<Element>[];
    // A field accepts it as text, or the file.
    const isOwn = dragged?.isConnected === true;
    const isWanted =
      isOwn || defaultPrevented || target?.matches?.(":read-write, input[type=file]");
    isRefused = !isWanted && dataTransfer?.types.includes("text/uri-list") === true;
    if (dataTransfer === null || !isRefused) return;
    event.preventDefault();
    // By default an engine reports a move, and the source may remove the item.
    if (/copy|all|uninitialized/i.test(dataTransfer.effectAllowed))
      dataTransfer.dropEffect = "copy";
  };
  for (const name of ["dragenter", "dragover"] as const) {
    window.addEventListener(
      name,
      () => {
        isRefused = false;
        // After all listeners of the page, any of which may accept it.
        window.removeEventListener(name, takeAddress);
        window.addEventListener(name, takeAddress);
      },
      true,
    );
  }
  window.addEventListener(
    "drop",
    (event) => {
      if (!isRefused) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  window.open = (url, target, features) => {
    const address =
      url === undefined || url === "" ? null : outside(String(url), target ?? "_blank");
    if (address === null) return openHere(url, target, features);
    void follow(address);
    return null;
  };
}
