import { FrameworkError } from "../../contract/errors.ts";
import type { Line } from "../line.ts";
import { DriverError } from "./errors.ts";
import { pageScript } from "./generated/page-script.ts";

const place = "window.__FRAMEWORK_DRIVER__";

interface Answer {
  readonly value?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** The page of a window, with the driver's script in it. */
export class Page {
  readonly window: string;
  readonly #line: Line;

  constructor(line: Line, window: string) {
    this.#line = line;
    this.window = window;
  }

  /** @param expression a call of a function of the driver's script */
  async run(expression: string): Promise<unknown> {
    const answer = ((await this.#evaluate(`${place} ? ${place}.${expression} : null`)) ??
      (await this.#evaluate(`((() => {${pageScript}\n})(), ${place}.${expression})`))) as Answer;
    if (answer.error !== undefined) throw DriverError.named(answer.error, answer.message ?? "");
    return answer.value ?? null;
  }

  async #evaluate(expression: string): Promise<unknown> {
    try {
      return await this.#line.call("page.evaluate", { window: this.window, expression });
    } catch (error) {
      if (!(error instanceof FrameworkError)) throw error;
      if (error.code === "not-found")
        throw new DriverError(
          "no such window",
          `Cannot use window "${this.window}": it has closed`,
        );
      if (error.code === "not-allowed")
        throw new DriverError("unsupported operation", error.message, { cause: error });
      if (error.code === "bad-argument") throw new DriverError("javascript error", error.message);
      throw error;
    }
  }
}
