import { callPath, probePath, replyPath } from "../../contract/page/message.ts";
import type { PageDocument } from "../shell/view/documents.ts";

/** 128 bits as hexadecimal digits. */
export const keyLength = 32;

export function makeKey(): string {
  return crypto.getRandomValues(new Uint8Array(keyLength / 2)).toHex();
}

/** Whether bytes from a page are the key of this document. */
export function isKeyOf(document: PageDocument, bytes: Uint8Array): boolean {
  return (
    document.key !== null &&
    bytes.length === keyLength &&
    crypto.timingSafeEqual(bytes, Buffer.from(document.key, "latin1"))
  );
}

/** Whether a text begins with the key of this document. */
export function beginsWithKeyOf(document: PageDocument, text: string): boolean {
  return isKeyOf(document, Buffer.from(text.slice(0, keyLength)));
}

/** The part of a request that identifies a call, before its body is read. */
export interface RequestHead {
  readonly method: string;
  /** The path of its address, on the app's own host. */
  readonly path: string;
  /** The key header. */
  readonly key: string | null;
}

/** Whether a request has the form of a call, from any document. */
export function isCallPath({ method, path }: Pick<RequestHead, "method" | "path">): boolean {
  return (
    (method === "POST" && path === callPath) ||
    (method === "GET" && (path === probePath || path.startsWith(replyPath)))
  );
}

/**
 * Whether a request is a call of this document: one of the paths of calls, with the document's key.
 */
export function isCallOf(document: PageDocument, head: RequestHead): boolean {
  return isCallPath(head) && head.key !== null && isKeyOf(document, Buffer.from(head.key));
}
