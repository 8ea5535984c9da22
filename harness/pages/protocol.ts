// The protocol between the program that shows pages and its host, over a connection on loopback. A
// host is a test, or the stand-in of a web engine inside an app. A frame is two 32-bit numbers, the
// lengths of the rest: a command or an event as JSON, and bytes. The host assigns the numbers of
// views, scripts and calls. All messages about a view arrive in the order in which they were sent.

/** The settings of a new view. */
export interface ViewSettings {
  readonly userAgent: string | null;
  /** Red, green, blue and alpha from 0 to 1. */
  readonly background: readonly [number, number, number, number];
  readonly size: PixelArea;
  /** The folder for the data of its pages. `null`: none, and the data goes with the view. */
  readonly folder: string | null;
  /**
   * Hosts whose requests the host answers, by https and http: a name, or `*.` and the end of names.
   */
  readonly hosts: readonly string[];
  /** Custom schemes whose requests the host answers. */
  readonly schemes: readonly string[];
  /** True if pages that were left may be kept alive, and come back unchanged. */
  readonly keepsPages: boolean;
  /** True if the host also decides about responses for documents, before they are shown. */
  readonly asksForResponses: boolean;
  /** True if the host answers the questions of scripts, such as `alert`. */
  readonly asksForDialogs: boolean;
  /** A proxy for the `http:` requests that it does not answer. */
  readonly proxy: string | null;
  /**
   * The additions of the host's app to the command line of a browser, for an engine that has one.
   */
  readonly browserArguments: string;
  /**
   * The source of a function that is called in each document before all scripts with the channel to
   * the host: `(channel) => { channel.post("text"); channel.listen((text) => {}); }`.
   */
  readonly channel: string | null;
  /** The X window to be shown in; `null`: in one of its own. */
  readonly parent: number | null;
}

export interface PixelArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A mouse action of the user, at a place in the view. */
export interface PointerInput {
  readonly kind: "move" | "press" | "release";
  readonly x: number;
  readonly y: number;
  /** 1 left, 2 middle, 3 right. */
  readonly button: number;
}

type OfView = { readonly view: number };

/** A command of a host. */
export type Command =
  | ({ readonly do: "open"; readonly settings: ViewSettings } & OfView)
  | ({ readonly do: "close" } & OfView)
  | ({ readonly do: "load"; readonly url: string } & OfView)
  | ({ readonly do: "loadHtml"; readonly html: string } & OfView)
  | ({ readonly do: "reload" } & OfView)
  | ({ readonly do: "stop" } & OfView)
  | ({ readonly do: "back" } & OfView)
  | ({ readonly do: "forward" } & OfView)
  /** Ends its web process, as a crash does. */
  | ({ readonly do: "crash" } & OfView)
  | ({ readonly do: "decide"; readonly decision: number; readonly isAllowed: boolean } & OfView)
  /** `null`: no, or nothing. */
  | ({
      readonly do: "answerDialog";
      readonly dialog: number;
      readonly text: string | null;
    } & OfView)
  | ({ readonly do: "addScript"; readonly script: number; readonly source: string } & OfView)
  | ({ readonly do: "removeScript"; readonly script: number } & OfView)
  /** Rules in the engine's language for blocking content, which hold from the next load on. */
  | ({ readonly do: "addRules"; readonly rules: string } & OfView)
  | ({ readonly do: "evaluate"; readonly call: number; readonly source: string } & OfView)
  /**
   * A text for the top document of that name. If another document is there, the text is dropped.
   */
  | ({ readonly do: "post"; readonly document: string; readonly text: string } & OfView)
  | ({ readonly do: "place"; readonly area: PixelArea; readonly isShown: boolean } & OfView)
  | ({ readonly do: "setUserAgent"; readonly userAgent: string | null } & OfView)
  | ({ readonly do: "setBackground"; readonly background: ViewSettings["background"] } & OfView)
  | ({ readonly do: "setScripting"; readonly isOn: boolean } & OfView)
  /**
   * The value of `prefers-color-scheme` for pages. It holds for all views, since the toolkit has
   * one theme.
   */
  | ({ readonly do: "setDark"; readonly isDark: boolean } & OfView)
  | ({ readonly do: "setZoom"; readonly factor: number } & OfView)
  | ({ readonly do: "focus"; readonly isFocused: boolean } & OfView)
  | ({ readonly do: "pointer"; readonly input: PointerInput } & OfView)
  /**
   * Keys one after the other, by the character they make or by their X names: `a`, `Return`,
   * `ctrl+a`.
   */
  | ({ readonly do: "press"; readonly keys: readonly string[] } & OfView)
  | ({ readonly do: "picture"; readonly call: number } & OfView)
  /** Begins the answer to a request. Its bytes come in parts, and the last part is marked. */
  | {
      readonly do: "respond";
      readonly request: number;
      readonly status: number;
      readonly reason: string;
      readonly headers: readonly Header[];
    }
  | { readonly do: "part"; readonly request: number; readonly isLast: boolean }
  /** No answer, as from a host that is not there. */
  | { readonly do: "refuse"; readonly request: number };

export type RequestSource = "document" | "sharedWorker" | "serviceWorker";

/** The error of a load that nothing came of, so that the document before stays. */
export const aborted = "net::ERR_ABORTED";

export type Header = readonly [name: string, value: string];

/** The sender of a message, as the engine knows it. No page can forge it. */
export interface Sender {
  readonly document: string;
  readonly isTop: boolean;
  readonly address: string;
}

/** An event for a host. */
export type Event =
  /** The number of the X window that it is in. */
  | ({ readonly tells: "opened"; readonly window: number } & OfView)
  /** The top document is about to go elsewhere, and waits for the host to decide. */
  | ({
      readonly tells: "navigation";
      readonly decision: number;
      readonly url: string;
      readonly isUserInitiated: boolean;
      readonly isRedirected: boolean;
    } & OfView)
  /**
   * A frame is about to navigate, and waits for the host's decision. Not from WebKit, which does
   * not name the frame.
   */
  | ({
      readonly tells: "frameNavigation";
      readonly decision: number;
      readonly url: string;
    } & OfView)
  /**
   * A response for a document has come, and waits for the host's decision, if the settings request
   * it.
   */
  | ({
      readonly tells: "response";
      readonly decision: number;
      readonly url: string;
      readonly status: number;
      readonly mimeType: string;
      readonly headers: readonly Header[];
      readonly isTop: boolean;
      /** True if the engine can show it. */
      readonly canShow: boolean;
    } & OfView)
  | ({ readonly tells: "committed"; readonly url: string } & OfView)
  /** The first script of a top document is about to run; from now on it takes messages. */
  | ({ readonly tells: "document"; readonly sender: Sender } & OfView)
  | ({ readonly tells: "finished"; readonly url: string; readonly error: string | null } & OfView)
  /** Also for a change that loads nothing. */
  | ({ readonly tells: "address"; readonly url: string } & OfView)
  | ({ readonly tells: "title"; readonly title: string } & OfView)
  | ({ readonly tells: "message"; readonly sender: Sender; readonly text: string } & OfView)
  | ({
      readonly tells: "newWindow";
      readonly url: string;
      readonly isUserInitiated: boolean;
    } & OfView)
  /** `what`: the engine's name for it, such as `WebKitGeolocationPermissionRequest`. */
  | ({ readonly tells: "permission"; readonly decision: number; readonly what: string } & OfView)
  /** A script asks, and waits, if the settings request it. */
  | ({
      readonly tells: "dialog";
      readonly dialog: number;
      readonly kind: "alert" | "confirm" | "prompt";
      readonly text: string;
      readonly given: string;
    } & OfView)
  | ({ readonly tells: "download"; readonly url: string } & OfView)
  | ({ readonly tells: "processEnded"; readonly reason: number } & OfView)
  | ({ readonly tells: "print" } & OfView)
  | ({ readonly tells: "closeAsked" } & OfView)
  | ({ readonly tells: "contextMenu" } & OfView)
  | ({ readonly tells: "fullscreen"; readonly isEntered: boolean } & OfView)
  /** The result of the script as JSON. `null`: it threw, or its result has no JSON form. */
  | { readonly tells: "evaluated"; readonly call: number; readonly json: string | null }
  /** With the bytes of a PNG. */
  | { readonly tells: "picture"; readonly call: number }
  /** With the bytes of its body. */
  | ({
      readonly tells: "request";
      readonly request: number;
      readonly method: string;
      readonly url: string;
      readonly headers: readonly Header[];
      /**
       * The source of the request. Not from WebKit, where it is always a document or a dedicated
       * worker.
       */
      readonly source?: RequestSource;
    } & OfView)
  /** The page has taken a part of an answer; whoever sends waits for it before sending more. */
  | { readonly tells: "taken"; readonly request: number }
  /** The page wants the answer no more. */
  | { readonly tells: "gone"; readonly request: number }
  /** A command that could not be done. */
  | { readonly tells: "failed"; readonly what: string };

/** A message about a view, without the number of the view. */
export type WithoutView<T> = T extends { readonly view: number } ? Omit<T, "view"> : never;

const headSize = 8;

/** A command or an event as it travels. */
export function frame(head: Command | Event, bytes: Uint8Array = new Uint8Array()): Uint8Array {
  const json = Buffer.from(JSON.stringify(head));
  const whole = Buffer.alloc(headSize + json.length + bytes.length);
  whole.writeUInt32LE(json.length, 0);
  whole.writeUInt32LE(bytes.length, 4);
  whole.set(json, headSize);
  whole.set(bytes, headSize + json.length);
  return whole;
}

/** Splits the data of a connection into frames, and calls `receive` with each. */
export function frameReader<T extends Command | Event>(
  receive: (head: T, bytes: Uint8Array) => void,
): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = [];
  let length = 0;
  return (chunk) => {
    parts.push(chunk);
    length += chunk.length;
    let wanted = wholeLength(parts, length);
    if (length < wanted) return;
    const all = Buffer.concat(parts);
    let start = 0;
    while (all.length - start >= wanted) {
      const jsonEnd = start + headSize + all.readUInt32LE(start);
      const end = jsonEnd + all.readUInt32LE(start + 4);
      receive(
        JSON.parse(all.toString("utf8", start + headSize, jsonEnd)) as T,
        all.subarray(jsonEnd, end),
      );
      start = end;
      wanted = wholeLength([all.subarray(start)], all.length - start);
    }
    parts = [all.subarray(start)];
    length = all.length - start;
  };
}

function wholeLength(parts: readonly Uint8Array[], length: number): number {
  if (length < headSize) return headSize;
  const [first] = parts;
  const head =
    first !== undefined && first.length >= headSize ? Buffer.from(first) : Buffer.concat(parts);
  return headSize + head.readUInt32LE(0) + head.readUInt32LE(4);
}
