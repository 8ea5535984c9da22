// Placed on Linux, for the app's own files and, if pages may load them, the user's. WebKitGTK plays
// video and audio only from http:, https:, file:, data: and blob: (WebKit bug 146351). So an
// element with one of the app's addresses gets another one for the same file: a blob: for a
// small file, and one of the app's own server for a large one, by the app's answer at "/media".

import type { mediaAddressType, mediaPath } from "../../contract/page/media.ts";
import type { PageOrigins } from "../../contract/page/origins.ts";
import { bare, getter, method, setter } from "./primordials.ts";

/** Replaced when the script is compiled. */
declare const FRAMEWORK_ORIGINS: PageOrigins;

{
  const origins = FRAMEWORK_ORIGINS;
  const mediaOf: typeof mediaPath = "/media";
  const addressType: typeof mediaAddressType = "application/vnd.framework.media-address";
  const fetch = window.fetch.bind(window);
  const { prototype } = HTMLMediaElement;
  const OwnURL = URL;
  const createObjectURL = URL.createObjectURL.bind(URL);
  const revokeObjectURL = URL.revokeObjectURL.bind(URL);
  const parse = URL.parse.bind(URL);
  const text = String;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const play = method(prototype, "play");
  const setAttribute = method(Element.prototype, "setAttribute");
  const setSource = setter(prototype, "src");
  const sourceOf = getter(prototype, "src");
  const sourceElementSource = getter(HTMLSourceElement.prototype, "src");
  const parentOf = getter(Node.prototype, "parentElement");
  const baseOf = getter(Node.prototype, "baseURI");
  const isInstance = method(Function.prototype, Symbol.hasInstance);
  const [OwnMediaElement, OwnSourceElement] = [HTMLMediaElement, HTMLSourceElement];
  const [isOk, headersOf] = [
    getter(Response.prototype, "ok"),
    getter(Response.prototype, "headers"),
  ];
  const [textOf, blobOf] = [method(Response.prototype, "text"), method(Response.prototype, "blob")];
  const header = method(Headers.prototype, "get");
  const startsWith = method(String.prototype, "startsWith");
  const lowerCase = method(String.prototype, "toLowerCase");
  const [addressOf, hashOf] = [getter(URL.prototype, "href"), getter(URL.prototype, "hash")];
  const pathOf = getter(URL.prototype, "pathname");
  const slice = method(String.prototype, "slice");
  const targetOf = getter(Event.prototype, "target");
  const stop = method(Event.prototype, "stopImmediatePropagation");
  const { construct } = Reflect;
  const now = Promise.resolve();

  /** A weak map whose methods are looked up in advance. */
  const openTable = <Value>() => {
    const table = new WeakMap<HTMLMediaElement, Value>();
    const own = WeakMap.prototype as WeakMap<HTMLMediaElement, Value>;
    const [get, set, remove] = [method(own, "get"), method(own, "set"), method(own, "delete")];
    return {
      get: (media: HTMLMediaElement): Value | undefined => get(table, media),
      set: (media: HTMLMediaElement, value: Value): unknown => set(table, media, value),
      remove: (media: HTMLMediaElement): boolean => remove(table, media),
    };
  };
  /** The pending changes, by the original address. */
  const changes = openTable<{ readonly wanted: string; readonly done: Promise<void> }>();
  /** Unreadable addresses: the engine itself reports them. */
  const refused = openTable<string>();
  const blobs = new FinalizationRegistry<string>((blob) => revokeObjectURL(blob));
  const register = method(
    FinalizationRegistry.prototype as FinalizationRegistry<string>,
    "register",
  );

  const isOurs = (address: string): boolean =>
    startsWith(address, `${origins.asset}/`) || startsWith(address, `${origins.app}/`);

  async function playable(address: string): Promise<string | null> {
    const url = new OwnURL(address);
    const isAsset = startsWith(address, `${origins.asset}/`);
    const path = pathOf(url);
    const file = `${origins.asset}${mediaOf}?${slice(path, 1)}`;
    const response = await fetch(isAsset ? file : origins.app + path);
    if (!isOk(response)) return null;
    const isAddress = header(headersOf(response), "content-type") === addressType;
    return (
      (isAddress ? await textOf(response) : createObjectURL(await blobOf(response))) + hashOf(url)
    );
  }

  function change(media: HTMLMediaElement, wanted: string): void {
    const run = async (): Promise<void> => {
      // After the synchronous work of the code that set the address.
      await now;
      let address: string | null = null;
      try {
        address = await playable(wanted);
      } catch {
        // The engine itself reports it.
      }
      if (address !== null && startsWith(address, "blob:")) register(blobs, media, address);
      // Another address was set meanwhile.
      if (changes.get(media)?.wanted !== wanted) return;
      changes.remove(media);
      if (address === null) refused.set(media, wanted);
      setSource(media, address ?? wanted);
    };
    refused.remove(media);
    changes.set(media, bare({ wanted, done: run() }));
  }

  function give(media: HTMLMediaElement, address: unknown, otherwise: () => void): void {
    const url = parse(text(address), baseOf(document));
    const whole = url === null ? "" : addressOf(url);
    if (isOurs(whole)) return change(media, whole);
    changes.remove(media);
    otherwise();
  }

  defineProperty(prototype, "src", {
    ...getOwnPropertyDescriptor(prototype, "src"),
    set(this: HTMLMediaElement, address: unknown) {
      give(this, address, () => setSource(this, text(address)));
    },
  });
  prototype.setAttribute = function (this: HTMLMediaElement, name: string, value: string) {
    const set = (): void => setAttribute(this, name, value);
    if (lowerCase(text(name)) === "src") give(this, value, set);
    else set();
  };
  prototype.play = async function (this: HTMLMediaElement) {
    await changes.get(this)?.done;
    return await play(this);
  };
  window.Audio = new Proxy(
    Audio,
    bare<ProxyHandler<typeof Audio>>({
      construct(audio, args: readonly unknown[], target) {
        const element = construct(audio, [], target) as HTMLAudioElement;
        element.preload = "auto";
        const address = args[0];
        if (address !== undefined) give(element, address, () => setSource(element, text(address)));
        return element;
      },
    }),
  );

  // Elements of the parser had no script that set their address: the engine tried, and failed.
  const failed = (event: Event): void => {
    const target = targetOf(event);
    const isSource = isInstance(OwnSourceElement, target);
    const media = isSource ? parentOf(target as HTMLSourceElement) : target;
    if (!isInstance(OwnMediaElement, media)) return;
    const element = media as HTMLMediaElement;
    if (changes.get(element) !== undefined) return;
    const address = isSource ? sourceElementSource(target as HTMLSourceElement) : sourceOf(element);
    if (!isOurs(address) || refused.get(element) === address) return;
    stop(event);
    change(element, address);
  };
  window.addEventListener("error", failed, true);
}
