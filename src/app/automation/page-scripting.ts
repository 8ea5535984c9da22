import {
  automationGlobal,
  automationPlugin,
  type AutomationEvents,
  type ConsoleEntry,
  type PageAnswer,
} from "../../contract/automation.ts";
import { FrameworkError, plainError } from "../../contract/errors.ts";
import { definePlugin, type Plugin } from "../public-api/plugin.ts";
import type { Services } from "../services.ts";

interface Waiting {
  readonly window: string;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Has pages evaluate expressions. The results come back as calls of a plugin. */
export class PageScripting {
  readonly plugin: Plugin;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor(tell: (event: "page.console", payload: AutomationEvents["page.console"]) => void) {
    this.plugin = definePlugin({
      name: automationPlugin,
      commands: {
        answer: (answer: PageAnswer, { window }) => this.#answered(answer, window),
        console: (entry: ConsoleEntry, { window }) => tell("page.console", { ...entry, window }),
      },
    });
  }

  /**
   * Evaluates an expression in the page of a window, or in a frame of the page. Waits if the
   * expression gives a promise.
   *
   * @throws FrameworkError `not-found` without a page, `command-failed` with the error that the
   * expression throws, `closed` when the page goes away first
   */
  evaluate(
    { ui, documents, windows }: Services,
    window: string,
    expression: string,
    frame: readonly number[] = [],
  ): Promise<unknown> {
    if (!windows.labels.includes(window))
      throw new FrameworkError(
        "not-found",
        `Cannot evaluate in window "${window}": it must be open`,
      );
    checkSyntax(window, expression);
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, { window, resolve, reject });
    const gone = (): void => {
      if (this.#waiting.delete(id))
        reject(
          new FrameworkError("closed", `Cannot evaluate in window "${window}": its page went away`),
        );
    };
    const page = documents.signalOfWindow(window);
    if (!page.aborted) page.addEventListener("abort", gone, { once: true });
    ui.tell("window.evaluate", { window, script: evaluation(id, expression, frame), pages: null });
    return promise.finally(() => page.removeEventListener("abort", gone));
  }

  #answered({ id, value, error }: PageAnswer, window: string): void {
    const waiting = this.#waiting.get(id);
    // A page answers only for its own window.
    if (waiting?.window !== window) return;
    this.#waiting.delete(id);
    if (error === undefined) waiting.resolve(value);
    else waiting.reject(new FrameworkError("command-failed", error.message, { data: error }));
  }
}

/**
 * An engine reports nothing about a script that it cannot parse, so its answer would never come.
 */
function checkSyntax(window: string, expression: string): void {
  try {
    // oxlint-disable-next-line no-new, no-new-func, no-implied-eval -- parsed, and never run
    new Function(`return (${expression}\n)`);
  } catch (cause) {
    const message = `Cannot evaluate in window "${window}": want an expression, ${plainError(cause).message}`;
    throw new FrameworkError("bad-argument", message, { cause });
  }
}

/**
 * The script that evaluates an expression. The engine runs it directly. The page does not evaluate
 * it as text, because most policies forbid that. `with` puts a frame's globals in the place of the
 * page's.
 */
function evaluation(id: number, expression: string, frame: readonly number[]): string {
  const path = frame.map((place) => `.frames[${place}]`).join("");
  const body = `return (${expression}\n)`;
  const inFrame = path === "" ? body : `with (window${path}) { ${body} }`;
  return `${automationGlobal}.answer(${id}, function () { ${inFrame} })`;
}
