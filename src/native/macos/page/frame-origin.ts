import { WKSecurityOrigin, type WKFrameInfo } from "../lib/webkit.ts";
import type { ObjectOf } from "../objc/object.ts";
import { textOf } from "../objc/text.ts";

/**
 * `scheme://host[:port]` of the document in a frame. WebKit reports 0 for the scheme's default
 * port.
 */
export function originOfFrame(frame: ObjectOf<typeof WKFrameInfo>): string {
  const origin = WKSecurityOrigin.at(frame.send("securityOrigin"));
  const port = origin.send("port");
  return `${textOf(origin.send("protocol"))}://${textOf(origin.send("host"))}${port === 0 ? "" : `:${port}`}`;
}
