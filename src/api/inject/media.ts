// Placed on Linux where pages may load files. WebKitGTK plays video and audio only from http:, https:, file:, data: and
// blob: (WebKit bug 146351), so an element that is given one of the app's addresses gets another one for the same
// file: a blob: of a small file, and for a large one what the app answers for "?media", a server of its own.

import type { mediaAddressType, mediaQuery } from "../../contract/media.ts";

{
  const query: typeof mediaQuery = "?media";
  const addressType: typeof mediaAddressType = "application/vnd.framework.media-address";
  // Kept from before the page's own code can replace them.
  const fetch = window.fetch.bind(window);
  const prototype = HTMLMediaElement.prototype;
  const play = Reflect.get(prototype, "play") as () => Promise<void>;
  const setAttribute = Reflect.get(prototype, "setAttribute") as (name: string, value: string) => void;
  const src = Object.getOwnPropertyDescriptor(prototype, "src")!;
  const setSource = (media: HTMLMediaElement, address: string): void => src.set!.call(media, address);

  /** The changes that are under way, by the address that was asked for. */
  const changes = new WeakMap<HTMLMediaElement, { readonly wanted: string; readonly done: Promise<void> }>();
  /** What could not be read: the engine says so itself. */
  const refused = new WeakMap<HTMLMediaElement, string>();
  const blobs = new FinalizationRegistry<string>((blob) => URL.revokeObjectURL(blob));

  const isOurs = (address: string): boolean => /^(asset|framework):\/\/localhost\//.test(address);

  async function playable(address: string): Promise<string | null> {
    const { origin, pathname, hash, protocol } = new URL(address);
    const response = await fetch(
      protocol === "asset:" ? `asset://localhost${pathname}${query}` : origin + pathname,
    );
    if (!response.ok) return null;
    if (response.headers.get("content-type") === addressType) return (await response.text()) + hash;
    return URL.createObjectURL(await response.blob()) + hash;
  }

  function change(media: HTMLMediaElement, wanted: string): void {
    const run = async (): Promise<void> => {
      const address = await playable(wanted).catch(() => null);
      if (address?.startsWith("blob:")) blobs.register(media, address);
      // Another address was given meanwhile.
      if (changes.get(media)?.wanted !== wanted) return;
      changes.delete(media);
      if (address === null) refused.set(media, wanted);
      setSource(media, address ?? wanted);
    };
    refused.delete(media);
    changes.set(media, { wanted, done: Promise.resolve().then(run) });
  }

  function give(media: HTMLMediaElement, address: unknown, otherwise: () => void): void {
    const whole = URL.parse(String(address), document.baseURI)?.href ?? "";
    if (isOurs(whole)) return change(media, whole);
    changes.delete(media);
    otherwise();
  }

  Object.defineProperty(prototype, "src", {
    ...src,
    set(this: HTMLMediaElement, address: unknown) {
      give(this, address, () => setSource(this, String(address)));
    },
  });
  prototype.setAttribute = function (this: HTMLMediaElement, name: string, value: string) {
    const set = (): void => setAttribute.call(this, name, value);
    if (String(name).toLowerCase() === "src") give(this, value, set);
    else set();
  };
  prototype.play = async function (this: HTMLMediaElement) {
    await changes.get(this)?.done;
    return await play.call(this);
  };
  window.Audio = new Proxy(Audio, {
    construct(audio, [address], target: typeof Audio) {
      const element = Reflect.construct(audio, [], target) as HTMLAudioElement;
      element.preload = "auto";
      if (address !== undefined) element.src = String(address);
      return element;
    },
  });

  // What the parser has made was never given anything by a script: the engine tried, and failed.
  const failed = (event: Event): void => {
    const { target } = event;
    const media = target instanceof HTMLSourceElement ? target.parentElement : target;
    if (!(media instanceof HTMLMediaElement) || changes.has(media)) return;
    const address = (target as HTMLSourceElement | HTMLMediaElement).src;
    if (!isOurs(address) || refused.get(media) === address) return;
    event.stopImmediatePropagation();
    change(media, address);
  };
  window.addEventListener("error", failed, true);
}
