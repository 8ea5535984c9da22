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

// What these write down is the UTF-8 of a long text, so it stays that.
const takeUtf8: ReadonlySet<string> = new Set<CommandName>(["fs.writeTextFile"]);

// A byte order mark in front of a text is part of it.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a call that came as text.
 * @throws FrameworkError `bad-message`, saying what is wrong with it
 */
export function parseCall(text: string): CallMessage {
  return withAttachments(parseMessage(text), new Uint8Array());
}

/**
 * Reads a call that came as a body: JSON and the bytes it refers to (see `packetHeaderLength`).
 * @throws FrameworkError `bad-message`, saying what is wrong with it
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
 * Puts each attachment back where it was taken from. The message is fresh from the parser, so it
 * may change.
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

/** As in what a page sends: memory, and whatever shows a part of it, are its bytes. */
export function bytesOf(value: object): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (ArrayBuffer.isView(value))
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
}

/** One that is not well-formed has no UTF-8. */
function textBytesOf(text: string): Uint8Array | null {
  if (text.length <= longText || !text.isWellFormed()) return null;
  const bytes = replyBytes(Buffer.byteLength(text));
  Buffer.from(bytes.buffer, bytes.byteOffset).write(text);
  return bytes;
}

/**
 * How a reply is sent: as a packet, as a message whose bytes are fetched when they are many, or as
 * a message to a page that may not fetch any.
 */
export type ReplyWay = "packet" | "message" | "message-alone";

/** So many bytes together stay inside the JSON. */
const maxInline: Readonly<Record<ReplyWay, number>> = {
  packet: 0,
  message: maxBytesInText,
  "message-alone": Infinity,
};

/** A reply, ready to be sent: its JSON, and the bytes that must follow it. */
export interface EncodedReply {
  readonly json: string;
  readonly attachments: readonly Uint8Array[];
}

/**
 * Turns a command's result into a reply; bytes anywhere in it become attachments, and long texts
 * where it is a packet.
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

/** A reply that is a packet, its bytes moved into the JSON. */
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
 * Joins a reply's JSON and attachments into one body (see `packetHeaderLength`), which has them to
 * itself.
 */
export function replyPacket({ json, attachments }: EncodedReply): Uint8Array {
  const end = packetHeaderLength + Buffer.byteLength(json);
  const parts = attachments.filter(({ length }) => length > 0);
  const budgeted = withBudget(parts, end);
  if (budgeted !== null) {
    // Blanks after the JSON fill the room.
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

/** @param end where the attachments begin */
function writeHead(whole: Buffer, json: string, end: number): Buffer {
  whole.writeUInt32LE(end - packetHeaderLength);
  whole.write(json, packetHeaderLength);
  return whole;
}
