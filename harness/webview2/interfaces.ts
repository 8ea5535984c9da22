// The interfaces of WebView2 as its runtime has them: all their methods, in the order of the tables
// behind those of `IUnknown`, with their arguments (the letters are those of
// `native/ffi/signature.ts`). All return an HRESULT. They are separate from the app's table
// positions (`native/windows/lib/webview2.ts`), so that the tests compare the two.
//
// Structs are given by their address (RECT) or as a number (POINT, colours, tokens of events).
//
// Source: WebView2.idl of the SDK 1.0.2903.40; in seven releases before it no number and no place
// had changed.

export * from "./events.ts";
export * from "./handlers.ts";
export * from "./objects.ts";
