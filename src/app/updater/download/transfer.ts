import { FrameworkError } from "../../../contract/errors.ts";
import { fetchFollowing, networkReason } from "../../network/redirects.ts";

/** The rules for every request to an update server. Times are milliseconds. */
export interface TransferRules {
  /** http is allowed. This holds in development only. */
  readonly allowHttp: boolean;
  /** The longest time without a byte. */
  readonly idle: number;
  /** The longest time altogether. */
  readonly total: number;
}

const maxRedirections = 10;

/** Gets the content of an address, and ends with an error if that takes too long. */
export class Transfer implements Disposable {
  readonly #url: string;
  readonly #rules: TransferRules;
  /** Ends the current request. */
  #abort = new AbortController();
  #isOver = false;
  readonly #timer: NodeJS.Timeout;

  private constructor(url: string, rules: TransferRules) {
    this.#url = url;
    this.#rules = rules;
    this.#timer = setTimeout(() => {
      this.#isOver = true;
      this.#giveUp(`it took longer than ${rules.total} ms`);
    }, rules.total);
  }

  static begin(url: string, rules: TransferRules): Transfer {
    return new Transfer(url, rules);
  }

  /**
   * Sends the request, again with each call, and follows its redirects.
   * @throws FrameworkError `network` or `timed-out`; `not-allowed` when an address on the way is
   *   not https
   */
  async request(headers: Readonly<Record<string, string>>): Promise<Response> {
    const { allowHttp } = this.#rules;
    const hop = { url: this.#url, method: "GET", headers: new Headers(headers), body: null };
    const { response } = await this.#inTime(
      fetchFollowing(hop, {
        signal: this.#abort.signal,
        maxRedirections,
        // The signature is for the server's exact bytes, so they are transferred unchanged.
        admit: async (url) => requireHttps(url, allowHttp),
      }),
    );
    return response;
  }

  /** The bytes of an answer as they come. */
  async *chunks({ body }: Response): AsyncGenerator<Uint8Array> {
    if (body === null) return;
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await this.#inTime(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      reader.cancel().catch(() => {});
    }
  }

  /** Waits before another attempt, which may also follow a request that was given up. */
  async pause(milliseconds: number): Promise<void> {
    this.#abort.abort();
    if (!this.#isOver) this.#abort = new AbortController();
    await this.#inTime(Bun.sleep(milliseconds));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }

  #giveUp(reason: string): void {
    this.#abort.abort(new FrameworkError("timed-out", `Cannot request "${this.#url}": ${reason}`));
  }

  async #inTime<Result>(step: Promise<Result>): Promise<Result> {
    const { idle } = this.#rules;
    const { signal } = this.#abort;
    const timer = setTimeout(() => this.#giveUp(`nothing came for ${idle} ms`), idle);
    const over = Promise.withResolvers<never>();
    const giveUp = () => over.reject(signal.reason as Error);
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    try {
      return await Promise.race([step, over.promise]);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof FrameworkError) throw error;
      throw new FrameworkError(
        "network",
        `Cannot request "${this.#url}": ${networkReason(error, this.#url)}`,
        {
          cause: error,
        },
      );
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
    }
  }
}

function requireHttps(url: string, allowHttp: boolean): null {
  const { protocol } = new URL(url);
  if (protocol === "https:" || (allowHttp && protocol === "http:")) return null;
  throw new FrameworkError("not-allowed", `Cannot request "${url}": updates come by https alone`);
}
