// What is said between the program that shows pages and the host that drives it, over a connection
// on loopback. A host is a test, or the stand-in of a web engine inside of an app. A frame is two
// 32-bit numbers, the lengths of what follows: a command or an event as JSON, and bytes. Numbers of
// views, scripts and calls are the host's own. Everything of a view arrives in the order in which
// it was said.

/** How a view is opened. */
export interface ViewSettings {
  readonly userAgent: string | null;
  /** Red, green, blue and alpha from 0 to 1. */
  readonly background: readonly [number, number, number, number];
  readonly size: PixelArea;
  /** Where its pages keep their data; `null`: nowhere, and it goes with the view. */
  readonly folder: string | null;
  /**
   * Hosts whose requests the host answers, by https and http: a name, or `*.` and the end of names.
   */
  readonly hosts: readonly string[];
  /** Schemes of its own whose requests the host answers. */
  readonly schemes: readonly string[];
  /** Whether pages that were left may be kept alive, and come back as they were. */
  readonly keepsPages: boolean;
  /** Whether the host decides about what has come for documents, too, before it is shown. */
  readonly asksForResponses: boolean;
  /** Whether the host answers what scripts ask, as `alert` does. */
  readonly asksForDialogs: boolean;
  /** A proxy for the `http:` requests that it does not answer. */
  readonly proxy: string | null;
  /** What the host's app adds to the command line of a browser, for an engine that has one. */
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

/** What the user does with the mouse, at a place in the view. */
export interface PointerInput {
  readonly kind: "move" | "press" | "release";
  readonly x: number;
  readonly y: number;
  /** 1 left, 2 middle, 3 right. */
  readonly button: number;
}

type OfView = { readonly view: number };

/** What a host asks for. */
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
  /** A text for the top document of that name: when another one is there, nobody gets it. */
  | ({ readonly do: "post"; readonly document: string; readonly text: string } & OfView)
  | ({ readonly do: "place"; readonly area: PixelArea; readonly isShown: boolean } & OfView)
  | ({ readonly do: "setUserAgent"; readonly userAgent: string | null } & OfView)
  | ({ readonly do: "setBackground"; readonly background: ViewSettings["background"] } & OfView)
  | ({ readonly do: "setScripting"; readonly isOn: boolean } & OfView)
  /** What `prefers-color-scheme` says to pages: of all views, since the toolkit has one theme. */
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
  /** Begins the answer to a request; its bytes come in parts, the last of which says so. */
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

/** Who sent a message, as the engine knows it and no page can say otherwise. */
export interface Sender {
  readonly document: string;
  readonly isTop: boolean;
  readonly address: string;
}

/** What a host is told. */
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
   * A frame is about to go elsewhere, and waits for the host to decide. Not from WebKit, which does
   * not say of which frame.
   */
  | ({
      readonly tells: "frameNavigation";
      readonly decision: number;
      readonly url: string;
    } & OfView)
  /**
   * Something has come for a document, and waits for the host to decide: where the settings say so.
   */
  | ({
      readonly tells: "response";
      readonly decision: number;
      readonly url: string;
      readonly status: number;
      readonly mimeType: string;
      readonly headers: readonly Header[];
      readonly isTop: boolean;
      /** Whether the engine can show it. */
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
  /** `what`: the engine's name for it, as `WebKitGeolocationPermissionRequest`. */
  | ({ readonly tells: "permission"; readonly decision: number; readonly what: string } & OfView)
  /** A script asks, and waits: where the settings say so. */
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
  /** JSON of what the script gave; `null`: it threw, or gave nothing that JSON can say. */
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
      /** What has asked; not from WebKit, where it is always a document or a worker of its own. */
      readonly source?: RequestSource;
    } & OfView)
  /** The page has taken a part of an answer; whoever sends waits for it before sending more. */
  | { readonly tells: "taken"; readonly request: number }
  /** The page wants the answer no more. */
  | { readonly tells: "gone"; readonly request: number }
  /** A command that could not be done. */
  | { readonly tells: "failed"; readonly what: string };

/** What is said of a view, without saying of which. */
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

/** Takes what arrives on a connection apart, and calls `receive` with each frame. */
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
