import {
  bareList,
  isPath,
  insertBytes,
  extractBytes,
  type ExtractedBytes,
} from "../../contract/page/attachments.ts";
import type { CommandName } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import {
  longText,
  maxBytesInText,
  packetHeaderLength,
  type Attachment,
  type CallMessage,
  type ReplyMessage,
} from "../../contract/page/message.ts";
import { replyBytes, withBudget } from "./reply-bytes.ts";

// These write the UTF-8 of a long text, so it stays encoded.
const takeUtf8: ReadonlySet<string> = new Set<CommandName>(["fs.writeTextFile"]);

// A byte order mark in front of a text belongs to it.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a call that came as text.
 * @throws FrameworkError `bad-message` with the reason
 */
export function parseCall(text: string): CallMessage {
  return withAttachments(parseMessage(text), new Uint8Array());
}

/**
 * Parses a call that came as a body: JSON and the bytes it refers to (see `packetHeaderLength`).
 * @throws FrameworkError `bad-message` with the reason
 */
export function parseCallPacket(body: Uint8Array): CallMessage {
  if (body.length < packetHeaderLength)
    throw badMessage(`its body has ${body.length} bytes, fewer than a header`);
  const length = new DataView(body.buffer, body.byteOffset).getUint32(0, true);
  const end = packetHeaderLength + length;
  if (end > body.length)
    throw badMessage(`its JSON should be ${length} bytes long, but the body ends before`);
  let text: string;
  try {
    text = utf8.decode(body.subarray(packetHeaderLength, end));
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

/**
 * Puts each attachment back at its position. The message is fresh from the parser, so it may be
 * changed.
 */
function withAttachments(message: CallMessage, bytes: Uint8Array): CallMessage {
  if (message.attachments === undefined) return message;
  if (!Array.isArray(message.attachments)) throw badMessage("its attachments are not a list");
  const root = { value: message.args };
  let offset = 0;
  for (const attachment of message.attachments as readonly unknown[]) {
    if (!isAttachment(attachment)) throw badMessage("an attachment has no path or length");
    let value: Uint8Array;
    if (attachment.base64 !== undefined) {
      value = new Uint8Array(Buffer.from(attachment.base64, "base64"));
    } else {
      value = bytes.subarray(offset, offset + attachment.length);
      if (value.length !== attachment.length)
        throw badMessage("an attachment reaches behind the end of the body");
      offset += attachment.length;
    }
    const isText = attachment.isText === true && !takeUtf8.has(message.command);
    if (!insertBytes(root, attachment.path, isText ? textOf(value) : value)) {
      const place = attachment.path.join(".");
      throw badMessage(`an attachment belongs to "${place}", which is not in the arguments`);
    }
  }
  return { ...message, args: root.value };
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw badMessage("an attached text is not valid UTF-8", cause);
  }
}

function isAttachment(value: unknown): value is Attachment {
  if (typeof value !== "object" || value === null) return false;
  const { path, length, base64 } = value as Partial<Attachment>;
  return (
    isPath(path) &&
    Number.isSafeInteger(length) &&
    (length as number) >= 0 &&
    (base64 === undefined || typeof base64 === "string")
  );
}

/** The same rule as for messages of a page: buffers and their views are bytes. */
export function bytesOf(value: object): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value))
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
}

/** A text that is not well-formed has no UTF-8. */
function textBytesOf(text: string): Uint8Array | null {
  if (text.length <= longText || !text.isWellFormed()) return null;
  const bytes = replyBytes(Buffer.byteLength(text));
  Buffer.from(bytes.buffer, bytes.byteOffset).write(text);
  return bytes;
}

/**
 * The channel of a reply: a packet, a message with separate fetching of many bytes, or a message to
 * a page that must not fetch.
 */
export type ReplyWay = "packet" | "message" | "message-alone";

/** The maximum total of bytes inside the JSON. */
const maxInline: Readonly<Record<ReplyWay, number>> = {
  packet: 0,
  message: maxBytesInText,
  "message-alone": Infinity,
};

/** A reply, ready to send: its JSON, and the bytes that must follow it. */
export interface EncodedReply {
  readonly json: string;
  readonly attachments: readonly Uint8Array[];
}

/**
 * Turns a command's result into a reply; bytes anywhere in it become attachments, and long texts do
 * in a packet.
 */
export function encodeReply(result: unknown, way: ReplyWay): EncodedReply {
  const list = bareList<ExtractedBytes>();
  const plain = extractBytes(
    result,
    way === "packet" ? { bytesOf, textBytesOf } : { bytesOf },
    list,
  );
  const taken = Array.from(list);
  const inline = taken.reduce((sum, { bytes }) => sum + bytes.length, 0) <= maxInline[way];
  const attachments: Uint8Array[] = [];
  const places: Attachment[] = [];
  for (const { path, bytes, text } of taken) {
    if (inline) {
      places.push({ path, length: 0, base64: Buffer.from(bytes).toString("base64") });
    } else {
      places.push({ path, length: bytes.length, ...(text !== undefined && { isText: true }) });
      attachments.push(bytes);
    }
  }
  const reply: ReplyMessage =
    places.length === 0
      ? { ok: true, result: plain }
      : { ok: true, result: plain, attachments: places };
  return { json: JSON.stringify(reply), attachments };
}

/** A packet reply with its bytes moved into the JSON. */
export function inlineReply(packet: Uint8Array): EncodedReply {
  const bytes = Buffer.from(packet.buffer, packet.byteOffset, packet.length);
  let offset = packetHeaderLength + bytes.readUInt32LE();
  const reply = JSON.parse(bytes.toString("utf8", packetHeaderLength, offset)) as {
    attachments: readonly Attachment[];
  };
  const inline = reply.attachments.map(({ path, length }) => ({
    path,
    length: 0,
    base64: bytes.toString("base64", offset, (offset += length)),
  }));
  return { json: JSON.stringify({ ...reply, attachments: inline }), attachments: [] };
}

/**
 * Joins a reply's JSON and attachments into one body (see `packetHeaderLength`), in a buffer of its
 * own.
 */
export function replyPacket({ json, attachments }: EncodedReply): Uint8Array {
  const end = packetHeaderLength + Buffer.byteLength(json);
  const parts = attachments.filter(({ length }) => length > 0);
  const budgeted = withBudget(parts, end);
  if (budgeted !== null) {
    // Blanks after the JSON fill the reserved space.
    const start = (parts[0] as Uint8Array).byteOffset;
    budgeted.fill(0x20, end, start);
    return writeHead(budgeted, json, start);
  }
  const whole = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, end)));
  let offset = end;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return writeHead(whole, json, end);
}

/** @param end the start of the attachments */
function writeHead(whole: Buffer, json: string, end: number): Buffer {
  whole.writeUInt32LE(end - packetHeaderLength);
  whole.write(json, packetHeaderLength);
  return whole;
}
