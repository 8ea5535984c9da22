import type * as v from "valibot";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import { commands, type CommandName } from "../../contract/commands/index.ts";
import {
  FrameworkError,
  ownPlainError,
  plainError,
  type PlainError,
} from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { fetchReply, type CallMessage, type ReplyMessage } from "../../contract/page/message.ts";
import { unserializablePath } from "../../contract/page/unserializable-path.ts";
import type { Sender } from "../../contract/ui/index.ts";
import { ReplyBudget, type ReplyBudgets } from "./reply-budget.ts";
import { checkArguments } from "./arguments.ts";
import { restarted, type CallOrder, type CallPlace } from "./call-order.ts";
import type { CommandContext } from "./context.ts";
import { notAllowed } from "./not-allowed.ts";
import type { CallRecorder, Recorder } from "./recorder.ts";
import type { Services } from "../services.ts";
import { bytesOf, encodeReply, inlineReply, type EncodedReply, type ReplyWay } from "./packets.ts";
import type { Origins } from "./origins.ts";
import { ByteBudget } from "./byte-budget.ts";
import { Semaphore } from "./semaphore.ts";
import { Turns } from "./turns.ts";
import type { AppCode } from "../public-api/app-code.ts";

type AnyHandler = (args: unknown, context: CommandContext) => unknown;

/** A reply, and the budget that it holds until its page has received it. */
export interface BudgetedReply extends EncodedReply {
  readonly room: ReplyBudget | null;
}

/**
 * The bridge's own calls, without a position. They do not count as unanswered: a document has one
 * reader of events, and a kept reply is fetched once. A page with many calls must get both.
 */
const uncounted: ReadonlySet<string> = new Set(["event.next" satisfies CommandName, fetchReply]);

/** The calls that the ui thread answers as soon as it has its turn for them. */
const isForUi = (command: string): boolean =>
  /^(?:window|tray)\./.test(command) && !lengthy.has(command);
const lengthy: ReadonlySet<string> = new Set<CommandName>([
  "window.create",
  "window.popupMenu",
  "window.close",
  "window.destroy",
  "window.finishClose",
]);

type OwnFailed = (window: string, command: string, thrown: unknown) => void;

/** Turns each call of a page into exactly one reply, whatever its content. */
export class Dispatcher {
  readonly #services: Services;
  readonly #origins: Origins;
  readonly #allowed: ReadonlySet<AllowlistFlag>;
  readonly #builtIn: Readonly<Record<CommandName, AnyHandler>>;
  readonly #own: AppCode;
  readonly #ownFailed: OwnFailed | null;
  readonly #recorder: Recorder | null;
  readonly #turns = new Turns();
  readonly #rooms: ReplyBudgets = {
    large: new ByteBudget(limits.answersInFlight),
    small: new Semaphore(limits.smallAnswersInFlight.most),
  };

  /**
   * @param ownFailed receives errors of the app's own commands, if they are reported
   * @param recorder records the uses of pages, in development
   */
  constructor(
    services: Services,
    origins: Origins,
    allowed: ReadonlySet<AllowlistFlag>,
    builtIn: Readonly<Record<CommandName, AnyHandler>>,
    own: AppCode,
    ownFailed: OwnFailed | null,
    recorder: Recorder | null,
  ) {
    this.#services = services;
    this.#origins = origins;
    this.#allowed = allowed;
    this.#builtIn = builtIn;
    this.#own = own;
    this.#ownFailed = ownFailed;
    this.#recorder = recorder;
  }

  /**
   * Answers a call in its turn. Never rejects. `read` may throw: it is the first of the four
   * questions.
   *
   * @param way the channel of the reply
   */
  async answer(
    sender: Sender,
    place: CallPlace | null,
    read: () => CallMessage,
    way: ReplyWay,
  ): Promise<BudgetedReply> {
    const order = this.#services.documents.order(sender.document);
    const begin = (): Promise<BudgetedReply> => this.#begin(sender, order, place, read, way);
    try {
      // The bridge's own calls, which events wait for, have no place.
      if (place === null) return await begin();
      // A document that this thread does not know has made its calls to a previous one.
      if (order === null) throw restarted();
      const { isAlone } = this.#services.documents;
      return await new Promise<BudgetedReply>((resolve, reject) => {
        const run = (): void => {
          try {
            resolve(order.run(place, begin));
          } catch (error) {
            reject(error as Error);
          }
        };
        this.#turns.run(sender.document, run, isAlone);
      });
    } catch (error) {
      return { ...encodeFailure(plainError(error)), room: null };
    }
  }

  /** Begins the calls of a document that have arrived: it is about to close. */
  beginWaiting(document: number): void {
    this.#turns.flush(document);
  }

  async #begin(
    sender: Sender,
    order: CallOrder | null,
    place: CallPlace | null,
    read: () => CallMessage,
    way: ReplyWay,
  ): Promise<BudgetedReply> {
    let isCounted = place !== null;
    let isInUi = false;
    const signal = this.#services.documents.signal(sender.document);
    const room = new ReplyBudget(this.#rooms, sender.document, signal);
    let describe: (thrown: unknown) => PlainError = plainError;
    try {
      // Well formed? From which sender? Allowed? Do the arguments fit? In this order, no error
      // reveals the result of a later question.
      const message = read();
      if (!isCounted && !uncounted.has(message.command)) {
        order?.countUnplaced();
        isCounted = true;
      }
      if (message.command === fetchReply) return { ...this.#keptReply(sender, message.args), room };
      let result: unknown;
      if (Object.hasOwn(commands, message.command)) {
        const name = message.command as CommandName;
        const uses = this.#recorder?.call(name, sender.window) ?? null;
        const args = this.#checkBuiltIn(name, message.args, sender, uses);
        isInUi = isCounted && isForUi(name);
        if (isInUi) order?.beganInUi();
        result = await this.#builtIn[name](args, {
          sender,
          signal,
          room,
          uses,
          services: this.#services,
        });
        room.settle();
      } else {
        this.#origins.check(sender, message.command, this.#own.wanted(message.command));
        describe = (thrown) => {
          this.#ownFailed?.(sender.window, message.command, thrown);
          return ownPlainError(thrown);
        };
        result = await this.#own.call(message.command, message.args, sender, {
          signal,
          uses: this.#recorder?.call(message.command, sender.window) ?? null,
        });
      }
      const wayOfReply = message.inline === true ? "message-alone" : way;
      return { ...encodeResult(message.command, result, wayOfReply), room };
    } catch (error) {
      room[Symbol.dispose]();
      return { ...encodeFailure(describe(error)), room };
    } finally {
      if (isCounted) order?.answered(isInUi);
    }
  }

  #keptReply({ document }: Sender, args: unknown): EncodedReply {
    const { ticket } = (args ?? {}) as { ticket?: unknown };
    const { documents } = this.#services;
    const kept = typeof ticket === "string" ? documents.take(document, ticket) : undefined;
    if (kept === undefined)
      throw new FrameworkError("closed", "Cannot fetch a reply: it is not there any more");
    // It is sent as one text.
    kept.room?.[Symbol.dispose]();
    return inlineReply(kept.packet);
  }

  #checkBuiltIn(
    name: CommandName,
    args: unknown,
    sender: Sender,
    uses: CallRecorder | null,
  ): unknown {
    const row: { flag: AllowlistFlag | null; args: v.GenericSchema } = commands[name];
    this.#origins.check(sender, name, { kind: "built-in" });
    if (row.flag !== null) {
      const isAllowed = this.#allowed.has(row.flag);
      uses?.note({
        kind: "flag",
        outcome: isAllowed ? "allowed" : "refused",
        rule: row.flag,
        detail: name,
      });
      if (!isAllowed) throw notAllowed(name, row.flag, sender.window);
    }
    return checkArguments(name, row.args, args);
  }
}

/**
 * @throws FrameworkError `command-failed` for a cyclic value, a BigInt, or a getter that throws
 */
function encodeResult(command: string, result: unknown, way: ReplyWay): EncodedReply {
  try {
    return encodeReply(result, way);
  } catch (cause) {
    throw new FrameworkError(
      "command-failed",
      `Cannot answer "${command}": ${unserializablePath(result, "result", { bytesOf })}, what it returns must be JSON, with bytes or without`,
      { cause },
    );
  }
}

function encodeFailure(error: PlainError): EncodedReply {
  return { json: JSON.stringify({ ok: false, error } satisfies ReplyMessage), attachments: [] };
}
