import type { Address } from "../../src/native/ffi/signature.ts";
import { comInterface, comObject, type ComObject } from "../../src/native/windows/com/client.ts";
import type { Header } from "../pages/protocol.ts";
import * as interfaces from "./interfaces.ts";
import { headersObject } from "./web-headers.ts";
import { serveObject, type Properties } from "./served-object.ts";
import { plain, reference, writeValue } from "./values.ts";

/** The calls that read the content of an answer. */
export const ISequentialStream = comInterface(
  "ISequentialStream",
  "0c733a30-2a1c-11ce-ade5-00aa0044773d",
  {
    Read: "3:pun>i",
  },
);

export type Stream = ComObject<(typeof ISequentialStream)["methods"]>;

/** An answer that the app has made, until it is let go of. */
export interface WebResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly Header[];
  /** Another reference to its content; `null`: it has none. */
  readonly content: () => Stream | null;
}

const responses = new Map<Address, WebResponse>();

/** The answer behind an object that an app gives. */
export function responseAt(address: Address): WebResponse | undefined {
  return responses.get(address);
}

/** Makes an answer as an object. It holds its content. */
export function makeResponse(
  content: Address,
  status: number,
  reason: string,
  headers: string,
): Address {
  const list = headers
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line): Header => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
    });
  const properties: Properties = { StatusCode: status, ReasonPhrase: reason };
  let held = content === 0 ? null : reference(content);
  const address = serveObject({
    name: "WebResourceResponse",
    interfaces: [interfaces.ICoreWebView2WebResourceResponse],
    properties,
    methods: {
      get_Content: (out: Address) => writeContent(out, held?.address ?? 0),
      put_Content(given: Address) {
        held?.[Symbol.dispose]();
        held = given === 0 ? null : reference(given);
      },
      get_Headers: headersObject("ICoreWebView2HttpResponseHeaders", list),
    },
    released() {
      held?.[Symbol.dispose]();
      responses.delete(address);
    },
  });
  responses.set(address, {
    get status() {
      return Number(properties["StatusCode"]);
    },
    get reason() {
      return String(plain(properties["ReasonPhrase"] ?? ""));
    },
    headers: list,
    content: () =>
      held === null ? null : comObject(held.address, ISequentialStream).again(ISequentialStream),
  });
  return address;
}

function writeContent(out: Address, content: Address): void {
  writeValue(out, { object: content === 0 ? null : content });
}
