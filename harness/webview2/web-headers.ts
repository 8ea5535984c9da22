import type { Address } from "../../src/native/ffi/signature.ts";
import { E_INVALIDARG, type HResult } from "../../src/native/windows/com/hresult.ts";
import { wideTextAt } from "../../src/native/windows/wide-text.ts";
import type { Header } from "../pages/protocol.ts";
import * as interfaces from "./interfaces.ts";
import { serveObject } from "./served-object.ts";
import { writeValue } from "./values.ts";
import { versionsOf } from "./versions.ts";

type Kind = "ICoreWebView2HttpRequestHeaders" | "ICoreWebView2HttpResponseHeaders";

/** The call that gives an object for the headers in a list. */
export function headersObject(kind: Kind, list: readonly Header[]): (out: Address) => void {
  return (out) => writeValue(out, { object: serveHeaders(kind, list as Header[]) });
}

function serveHeaders(kind: Kind, list: Header[]): Address {
  const named = (name: Address): Header[] => {
    const wanted = wideTextAt(name).toLowerCase();
    return list.filter(([each]) => each.toLowerCase() === wanted);
  };
  return serveObject({
    name: kind,
    interfaces: versionsOf(kind),
    methods: {
      GetHeader(name: Address, out: Address): HResult | void {
        const [first] = named(name);
        // The real one also has this number for a missing header.
        if (first === undefined) return E_INVALIDARG;
        writeValue(out, first[1]);
      },
      GetHeaders: (name: Address, out: Address) =>
        writeValue(out, { object: serveIterator(named(name)) }),
      Contains: (name: Address, out: Address) => writeValue(out, named(name).length > 0),
      GetIterator: (out: Address) => writeValue(out, { object: serveIterator(list) }),
      AppendHeader: (name: Address, value: Address) =>
        void list.push([wideTextAt(name), wideTextAt(value)]),
    },
  });
}

function serveIterator(list: readonly Header[]): Address {
  let place = 0;
  return serveObject({
    name: "HttpHeadersCollectionIterator",
    interfaces: [interfaces.ICoreWebView2HttpHeadersCollectionIterator],
    methods: {
      GetCurrentHeader(name: Address, value: Address): HResult | void {
        const current = list[place];
        if (current === undefined) return E_INVALIDARG;
        writeValue(name, current[0]);
        writeValue(value, current[1]);
      },
      get_HasCurrentHeader: (out: Address) => writeValue(out, place < list.length),
      MoveNext(out: Address) {
        place++;
        writeValue(out, place < list.length);
      },
    },
  });
}
