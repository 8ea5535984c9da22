import { FrameworkError } from "../contract/errors.ts";
import {
  frameHeaderLength,
  type Attachment,
  type CallMessage,
  type ReplyMessage,
} from "../contract/message.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a call that came as text.
 * @throws FrameworkError `bad-message`, saying what is wrong with it
 */
export function parseCall(text: string): CallMessage {
  return withAttachments(parseMessage(text), new Uint8Array());
}

/**
 * Reads a call that came as a body: JSON and the bytes it refers to (see `frameHeaderLength`).
 * @throws FrameworkError `bad-message`, saying what is wrong with it
 */
export function parseCallFrame(body: Uint8Array): CallMessage {
  if (body.length < frameHeaderLength)
    throw badMessage(`its body has ${body.length} bytes, fewer than a header`);
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const end = frameHeaderLength + length;
  if (end > body.length)
    throw badMessage(`its JSON should be ${length} bytes long, but the body ends before`);
  let text: string;
  try {
    text = utf8.decode(body.subarray(frameHeaderLength, end));
  } catch (cause) {
    throw badMessage("its JSON is not valid UTF-8", cause);
  }
  return withAttachments(parseMessage(text), body.subarray(end));
}

function parseMessage(text: string): CallMessage {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badMessage("it is not JSON", cause);
  }
  if (
    typeof value !== "object" ||
    value === null ||
    !("command" in value) ||
    typeof value.command !== "string"
  )
    throw badMessage("it names no command");
  return value as CallMessage;
}

function badMessage(reason: string, cause?: unknown): FrameworkError {
  return new FrameworkError("bad-message", `Cannot read a call: ${reason}`, { cause });
}

/** Puts each attachment back where it was taken from. The message is fresh from the parser, so it may change. */
function withAttachments(message: CallMessage, bytes: Uint8Array): CallMessage {
  if (message.attachments === undefined) return message;
  if (!Array.isArray(message.attachments)) throw badMessage("its attachments are not a list");
  const root = { args: message.args };
  let offset = 0;
  for (const attachment of message.attachments as readonly unknown[]) {
    if (!isAttachment(attachment)) throw badMessage("an attachment has no path or length");
    let value: Uint8Array;
    if (attachment.base64 !== undefined) {
      value = Buffer.from(attachment.base64, "base64");
    } else {
      value = bytes.subarray(offset, offset + attachment.length);
      if (value.length !== attachment.length)
        throw badMessage("an attachment reaches behind the end of the body");
      offset += attachment.length;
    }
    place(root, ["args", ...attachment.path], value);
  }
  return { ...message, args: root.args };
}

function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== "object" || value === null) return false;
  const { path, length, base64 } = value as Partial<Attachment>;
  return (
    Array.isArray(path) &&
    path.every((key) => typeof key === "string" || typeof key === "number") &&
    Number.isSafeInteger(length) &&
    (length as number) >= 0 &&
    (base64 === undefined || typeof base64 === "string")
  );
}

function place(root: object, path: readonly (string | number)[], value: Uint8Array): void {
  let holder: unknown = root;
  const last = path[path.length - 1] as string | number;
  for (const key of path.slice(0, -1)) {
    // Only own keys: a path such as ["__proto__"] must not reach an object all others share.
    holder = isHolder(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  }
  // The page leaves null where it took the bytes from; anything else, such as the length of a list, is no such place.
  if (!isHolder(holder) || !Object.hasOwn(holder, last) || holder[last] !== null)
    throw badMessage(`an attachment belongs to "${path.slice(1).join(".")}", which is not in the arguments`);
  holder[last] = value;
}

function isHolder(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}

/** A reply, ready to be sent: its JSON, and the bytes that must follow it. */
export interface EncodedReply {
  readonly json: string;
  readonly attachments: readonly Uint8Array[];
}

/**
 * Turns a command's result into a reply; bytes anywhere in it become attachments.
 *
 * @param inline keep the bytes inside the JSON, for a page that may not make requests
 */
export function encodeReply(result: unknown, inline: boolean): EncodedReply {
  const attachments: Uint8Array[] = [];
  const places: Attachment[] = [];
  const plain = takeBytes(result, [], (path, bytes) => {
    if (inline) {
      places.push({ path, length: 0, base64: Buffer.from(bytes).toString("base64") });
    } else {
      places.push({ path, length: bytes.length });
      attachments.push(bytes);
    }
  });
  const reply: ReplyMessage =
    places.length === 0 ? { ok: true, result: plain } : { ok: true, result: plain, attachments: places };
  return { json: JSON.stringify(reply), attachments };
}

/** The same reply, its bytes moved into the JSON. */
export function inlineReply({ json, attachments }: EncodedReply): EncodedReply {
  const reply = JSON.parse(json) as { attachments: readonly Attachment[] };
  const inline = reply.attachments.map(({ path }, index) => ({
    path,
    length: 0,
    base64: Buffer.from(attachments[index] as Uint8Array).toString("base64"),
  }));
  return { json: JSON.stringify({ ...reply, attachments: inline }), attachments: [] };
}

/**
 * A copy of `value` with every Uint8Array taken out; the same value when there is none. `path` is one list for all
 * that is on the way: with one for each step, a value that holds itself would take seconds to be refused.
 */
function takeBytes(
  value: unknown,
  path: (string | number)[],
  take: (path: readonly (string | number)[], bytes: Uint8Array) => void,
): unknown {
  if (value instanceof Uint8Array) {
    take([...path], value);
    return null;
  }
  if (Array.isArray(value)) {
    let copy: unknown[] | undefined;
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      const taken = takeBytes(value[index], path, take);
      path.pop();
      if (taken !== value[index]) (copy ??= [...value])[index] = taken;
    }
    return copy ?? value;
  }
  if (typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype) {
    let copy: Record<string, unknown> | undefined;
    for (const [key, item] of Object.entries(value)) {
      path.push(key);
      const taken = takeBytes(item, path, take);
      path.pop();
      if (taken !== item) (copy ??= { ...value })[key] = taken;
    }
    return copy ?? value;
  }
  return value;
}

/** Joins a reply's JSON and attachments into one body (see `frameHeaderLength`). */
export function replyFrame(reply: EncodedReply): Uint8Array {
  const json = Buffer.from(reply.json);
  const length = reply.attachments.reduce(
    (sum, bytes) => sum + bytes.length,
    frameHeaderLength + json.length,
  );
  const frame = new Uint8Array(length);
  new DataView(frame.buffer).setUint32(0, json.length, true);
  frame.set(json, frameHeaderLength);
  let offset = frameHeaderLength + json.length;
  for (const bytes of reply.attachments) {
    frame.set(bytes, offset);
    offset += bytes.length;
  }
  return frame;
}
