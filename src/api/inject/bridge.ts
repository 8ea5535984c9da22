// Placed before any code of a page that may call, in its top frame, wrapped into a function of two
// parameters: the key made for this document alone, and the engine that shows it. It keeps the key
// in this closure and everything it needs in constants, so that no later replacement by the page
// can intercept a message or a key.

import { bareList, insertBytes, type ExtractedBytes } from "../../contract/page/attachments.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type {
  Attachment,
  callMarks,
  CallMessage,
  ReplyMessage,
} from "../../contract/page/message.ts";
import type { SchemeHosts } from "../../contract/page/origins.ts";
import { unserializablePath } from "../../contract/page/unserializable-path.ts";
import type { System } from "../../contract/target.ts";
import type { PageEngine } from "../../contract/ui/index.ts";
import type { Bridge } from "../invoke.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import { openCallOrder, type Send, type Written } from "./call-order.ts";
import {
  attachmentsOf,
  bodyOf,
  bufferOf,
  bytesOf,
  encodeArguments,
  lengthOf,
  lengthOfAll,
  partOf,
  type Encoded,
} from "./encoding.ts";
import { openSeal } from "./isolated.ts";
import { openListeners } from "./listeners.ts";
import { headerOf, headersOf, readBody } from "./long-body.ts";
import { bare, getter, ignoreFailure, method } from "./primordials.ts";
import { openReports } from "./reports.ts";

/** The parameters of the wrapping function. */
declare const FRAMEWORK_KEY: string;
declare const FRAMEWORK_ENGINE: PageEngine;
/** Replaced when the bridge is compiled, with the values of `contract/page/message.ts`. */
declare const FRAMEWORK_WIRE: {
  readonly system: System;
  readonly hosts: SchemeHosts;
  readonly origin: string;
  readonly callPath: string;
  readonly callMarks: typeof callMarks;
  readonly callWindow: number;
  readonly byteWindow: number;
  readonly replyPath: string;
  readonly ticketHeader: string;
  readonly fetchReply: string;
  readonly probePath: string;
  readonly keyHeader: string;
  readonly packetHeaderLength: number;
  readonly longText: number;
  readonly maxBytesInText: number;
  /** The maximum length of a message, in characters. */
  readonly longestText: number;
  /** The address of the isolation frame; `null`: calls go to the app directly. */
  readonly isolation: string | null;
};

/** In development: reports errors of the page, and its console output; `null`: nothing. */
declare const FRAMEWORK_REPORTS: { readonly withConsole: boolean } | null;

{
  const wire = FRAMEWORK_WIRE;
  const { longText } = wire;
  const { parse, stringify } = JSON;
  const { freeze, defineProperty, hasOwn } = Object;
  const Bytes = Uint8Array;
  const OwnDataView = DataView;
  const fetch = window.fetch.bind(window);
  const { post, readsBodies, answersBytes } = FRAMEWORK_ENGINE;
  /** A packet is sent as the body of a request and received as its answer. */
  const sendsPackets = readsBodies && answersBytes;
  const getUint32 = method(DataView.prototype, "getUint32");
  const decode = method(TextDecoder.prototype, "decode");
  // A byte order mark in front of a text belongs to it.
  const decoder = new TextDecoder("utf-8", bare({ ignoreBOM: true }));
  const statusOf = getter(Response.prototype, "status");

  const request = (path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> =>
    fetch(
      wire.origin + path,
      bare({
        method: body === undefined ? "GET" : "POST",
        headers: bare({ [wire.keyHeader]: FRAMEWORK_KEY }),
        ...(body && { body }),
      }),
    );

  /**
   * Whether the page's policy (`connect-src`) permits requests to the app; `undefined`: not known
   * yet.
   */
  let mayRequest: boolean | undefined;
  const probe = async (): Promise<boolean> => {
    try {
      return (mayRequest = statusOf(await request(wire.probePath)) === 204);
    } catch {
      return (mayRequest = false);
    }
  };
  let probed: Promise<boolean> | undefined;
  /** The same, queried once. */
  const canRequest = (): Promise<boolean> => (probed ??= probe());

  /** Puts the bytes of a reply back into its result. */
  const complete = (reply: ReplyMessage, bytes: Uint8Array): unknown => {
    if (!reply.ok) throw FrameworkError.from(reply.error);
    if (hasOwn(reply, "ticket"))
      throw new FrameworkError("internal", "Cannot read a reply: its bytes were not fetched");
    const { result, attachments } = bare(reply as Extract<ReplyMessage, { result?: unknown }>);
    const root = { value: result };
    let offset = 0;
    for (let index = 0; index < (attachments?.length ?? 0); index++) {
      const { path, length, isText, base64 } = bare(attachments?.[index] as Attachment);
      const given =
        base64 === undefined ? partOf(bytes, offset, (offset += length)) : fromBase64(base64);
      // A copy, so that the page does not keep the whole reply alive through a part of it.
      const part =
        isText === true ? decode(decoder, given) : base64 === undefined ? new Bytes(given) : given;
      if (!insertBytes(root, path, part))
        throw new FrameworkError("internal", "Cannot read a reply: its bytes belong nowhere");
    }
    return root.value;
  };

  /** For a long reply: it has arrived, or is lost. */
  const tellArrived = async (ticket: string): Promise<void> => {
    try {
      await request(wire.replyPath + ticket);
    } catch {
      // The document ends, and everything that the app keeps for it.
    }
  };

  const requestPacket = async (path: string, body?: Uint8Array<ArrayBuffer>): Promise<Response> => {
    const response = await request(path, body);
    const status = statusOf(response);
    if (status >= 200 && status <= 299) return response;
    throw new FrameworkError("closed", `Cannot read a reply: the app answered ${status}`);
  };

  const readPacket = async (response: Response): Promise<unknown> => {
    const ticket = headerOf(headersOf(response), wire.ticketHeader);
    let body: Uint8Array<ArrayBuffer>;
    try {
      body = await readBody(response);
    } finally {
      if (ticket !== null) void tellArrived(ticket);
    }
    const end = wire.packetHeaderLength + getUint32(new OwnDataView(bufferOf(body)), 0, true);
    const json = decode(decoder, partOf(body, wire.packetHeaderLength, end));
    return complete(parse(json), partOf(body, end));
  };

  const read = (answer: string | null): ReplyMessage => {
    if (answer === null)
      throw new FrameworkError("closed", "Cannot read a reply: the app gave none");
    return parse(answer);
  };

  type TicketReply = Extract<ReplyMessage, { ticket: string }>;
  const hasTicket = (reply: ReplyMessage): reply is TicketReply =>
    reply.ok && hasOwn(reply, "ticket");
  const noBytes = new Bytes();

  /** Fetches the bytes of a reply to a call that was sent as text. */
  const fetchBytes = async ({ ticket }: TicketReply): Promise<unknown> => {
    if (answersBytes && (await canRequest()))
      return await readPacket(await requestPacket(wire.replyPath + ticket));
    const command = bare({ command: wire.fetchReply, args: bare({ ticket }) });
    return complete(read(await post(stringify(command))), noBytes);
  };

  const sendText = async (place: string, text: string, arrived: () => void): Promise<unknown> => {
    const message = place === "" ? text : place + " " + text;
    if (message.length > wire.longestText) {
      const reason = `its text has ${message.length} characters, want at most ${wire.longestText}, or a policy whose connect-src admits ${wire.origin}`;
      throw new FrameworkError("bad-argument", `Cannot call the app: ${reason}`);
    }
    const reply = read(await post(message));
    arrived();
    return hasTicket(reply) ? await fetchBytes(reply) : complete(reply, noBytes);
  };

  const sendPacket = async (
    place: string,
    body: Uint8Array<ArrayBuffer>,
    arrived: () => void,
  ): Promise<unknown> => {
    const response = await requestPacket(`${wire.callPath}?${place}`, body);
    arrived();
    return await readPacket(response);
  };

  /** A page's value may be cyclic, hold a BigInt, or have a getter that throws. */
  const orRefused = <T>(command: string, given: unknown, write: () => T): T => {
    try {
      return write();
    } catch (cause) {
      const part = unserializablePath(given, "arguments", bare({ bytesOf }));
      const message = `Cannot run "${command}": ${part}, its arguments must be JSON, with bytes or without`;
      throw new FrameworkError("bad-argument", message, { cause });
    }
  };

  const encoded = (command: string, given: unknown, most?: number): Encoded =>
    orRefused(command, given, () => encodeArguments(given, most));

  /** The JSON of a call. */
  const written = (
    command: string,
    args: unknown,
    attachments: readonly Attachment[],
    more: Partial<CallMessage> = {},
  ): string =>
    orRefused(command, args, () =>
      stringify(bare({ command, args, ...(attachments.length > 0 && { attachments }), ...more })),
    );

  /** The attachments of a call that contains its bytes. */
  const inlined = (taken: readonly ExtractedBytes[]): Attachment[] => {
    const attachments = bareList<Attachment>();
    for (let index = 0; index < taken.length; index++) {
      const { path, bytes } = bare(taken[index] as ExtractedBytes);
      attachments[index] = bare({ path, length: 0, base64: toBase64(bytes) });
    }
    return attachments;
  };

  /** Puts long texts back into their positions, for a message. */
  const withTexts = (args: unknown, taken: readonly ExtractedBytes[]): Encoded => {
    const root = { value: args };
    const others = bareList<ExtractedBytes>();
    for (let index = 0; index < taken.length; index++) {
      const one = bare(taken[index] as ExtractedBytes);
      if (one.text === undefined) others[others.length] = one;
      else insertBytes(root, one.path, one.text);
    }
    return { args: root.value, taken: others };
  };

  /** A copy of the bytes, safe from later writes by the page. */
  const copied = (taken: readonly ExtractedBytes[]): ExtractedBytes[] => {
    const copies = bareList<ExtractedBytes>();
    for (let index = 0; index < taken.length; index++) {
      const one = taken[index] as ExtractedBytes;
      copies[index] = bare({ ...one, bytes: new Bytes(one.bytes) });
    }
    return copies;
  };

  /** The same in the memory of a body, which ends with them. */
  const keptIn = (body: Uint8Array, taken: readonly ExtractedBytes[]): ExtractedBytes[] => {
    const kept = bareList<ExtractedBytes>();
    let offset = lengthOf(body) - lengthOfAll(taken);
    for (let index = 0; index < taken.length; index++) {
      const one = taken[index] as ExtractedBytes;
      kept[index] = bare({ ...one, bytes: partOf(body, offset, (offset += lengthOf(one.bytes))) });
    }
    return kept;
  };

  /** A call as text, with its whole content. */
  const textOf = (command: string, args: unknown, taken: readonly ExtractedBytes[]): Written => {
    const whole = withTexts(args, taken);
    const alone = written(command, whole.args, inlined(whole.taken), { inline: true });
    if (whole.taken.length > 0 || !answersBytes || mayRequest === false)
      return bare({
        send: (place, arrived) => sendText(place, alone, arrived),
        bytes: alone.length,
      });
    // The bytes of its reply are fetched, if that is permitted.
    const text = written(command, whole.args, bareList());
    return bare({
      send: async (place, arrived) =>
        await sendText(place, (await canRequest()) ? text : alone, arrived),
      bytes: alone.length,
    });
  };

  /** Calls up to 4 KB are limited by their number alone. */
  const counted = (bytes: number): number => (bytes > 4096 ? bytes : 0);

  /** Writes a call at once: later changes of its arguments by the page have no effect. */
  const writeOpenly = (command: string, given: unknown, wantsBytes: boolean): Written => {
    const { args, taken } = encoded(command, given, sendsPackets ? longText : Infinity);
    const areFew = lengthOfAll(taken) <= wire.maxBytesInText;
    const json = written(command, args, areFew ? inlined(taken) : attachmentsOf(taken));
    if (areFew && !wantsBytes && json.length <= longText)
      return bare({
        send: (place, arrived) => sendText(place, json, arrived),
        bytes: counted(json.length),
      });
    if (!sendsPackets || mayRequest === false) return textOf(command, args, taken);
    const body = bodyOf(json, areFew ? bareList() : taken, wire.packetHeaderLength);
    const bytes = lengthOf(body);
    if (mayRequest === true)
      return bare({ send: (place, arrived) => sendPacket(place, body, arrived), bytes });
    const kept = areFew ? copied(taken) : keptIn(body, taken);
    return bare({
      async send(place, arrived) {
        if (await canRequest()) return await sendPacket(place, body, arrived);
        const { args: ofText } = bare(parse(json) as CallMessage);
        return await textOf(command, ofText, kept).send(place, arrived);
      },
      bytes,
    });
  };

  const seal =
    wire.isolation === null
      ? null
      : openSeal(wire.isolation, (code, message) => new FrameworkError(code, message));

  const write =
    seal === null
      ? writeOpenly
      : (command: string, given: unknown, wantsBytes: boolean): Written => {
          const { args, taken } = encoded(command, given);
          const json = orRefused(command, args, () => stringify(args));
          const kept = copied(taken);
          const send: Send = async (place, arrived) => {
            const sealed = await seal(command, json, kept);
            if (sendsPackets && (wantsBytes || lengthOf(sealed) > longText) && (await canRequest()))
              return await sendPacket(place, sealed, arrived);
            return await sendText(place, toBase64(sealed), arrived);
          };
          return bare({ send, bytes: counted(json.length + lengthOfAll(kept)) });
        };

  let inOrder = openCallOrder(post, wire.callMarks, wire);
  // `return await`: the engine takes three turns for a promise that an async function returns.
  const callSilently: Bridge["call"] = async (command, args, wantsBytes) =>
    await inOrder(write(command, args, wantsBytes));
  /** Does not wait for the page's other calls. */
  const callAside = async (command: string, args: unknown): Promise<unknown> =>
    await write(command, args, false).send("", () => {});

  /** In development: the page's shortcuts, by its own names for them. */
  const shortcuts = new Map<unknown, unknown>();
  const callRemembering: Bridge["call"] = async (command, args, wantsBytes) => {
    const result = await callSilently(command, args, wantsBytes);
    const { shortcut } = (args ?? {}) as { readonly shortcut?: unknown };
    if (command === "globalShortcut.register") shortcuts.set(shortcut, args);
    else if (command === "globalShortcut.unregister") shortcuts.delete(shortcut);
    else if (command === "globalShortcut.unregisterAll") shortcuts.clear();
    return result;
  };

  const reports =
    FRAMEWORK_REPORTS === null ? null : openReports(callRemembering, FRAMEWORK_REPORTS.withConsole);
  const call = reports === null ? callSilently : reports.call;

  const listeners = openListeners(call, callAside, reports?.failed);
  /** In development: another app thread has taken the place of the one before. */
  const resume = (epoch: number): void => {
    inOrder = openCallOrder(post, wire.callMarks, wire, epoch);
    for (const args of shortcuts.values())
      ignoreFailure(callSilently("globalShortcut.register", args, false));
    listeners.resume();
  };

  defineProperty(
    window,
    "__FRAMEWORK_BRIDGE__",
    bare({
      value: freeze({
        call,
        listen: listeners.listen,
        system: wire.system,
        hosts: wire.hosts,
        ...(FRAMEWORK_REPORTS !== null && { resume }),
      }) satisfies Bridge,
    }),
  );
}
