import { errorCodes, type ErrorCode } from "../../contract/errors.ts";
import { reportPlugin, type PageReport } from "../../contract/page/page-report.ts";
import type { PageResponse } from "../../contract/ui/index.ts";
import type { AppDefinition } from "../public-api/definition.ts";
import type { Documents } from "../calls/documents.ts";
import { definePlugin } from "../public-api/plugin.ts";
import { describeError } from "../process/uncaught.ts";

// Endless reports of a page must not fill the terminal.
const maxOfDocument = 1000;
const longestText = 2000;

// The messages of WebKit and Chromium for `import … from "package"` in a script that no tool has
// compiled.
const unresolvedPackage = /Module name, '.+' does not resolve|Failed to resolve module specifier/;

/** In development: reports errors of pages to the terminal, each once per document. */
export class PageReports {
  readonly #documents: Documents;
  /** The codes whose explanation was printed already. */
  readonly #explained = new Set<ErrorCode>();
  #explainedPackages = false;
  readonly #reported = new WeakMap<AbortSignal, Set<string>>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** The definition, with the command for the reports of pages. */
  added(definition: AppDefinition): AppDefinition {
    const plugin = definePlugin({
      name: reportPlugin,
      commands: {
        report: (report: PageReport, { window }) => {
          this.tell(window, report);
        },
      },
    });
    return { ...definition, plugins: [...definition.plugins, plugin] };
  }

  /** Reports a file that a page requested and did not get. */
  refused(window: string, url: string, { status, body, headers }: PageResponse): void {
    if (status < 400) return;
    const isText =
      body.kind === "bytes" && headers["content-type"]?.startsWith("text/plain") === true;
    const reason = isText ? new TextDecoder().decode(body.bytes) : "";
    const text = reason || `Cannot load a file: ${status}`;
    this.tell(window, { text, place: url, code: null, isConsole: false });
  }

  /** Reports an error of the app's command with its position: the page gets only the message. */
  commandFailed(window: string, command: string, thrown: unknown): void {
    // An error with a code, and a thrown value that is no error, are meant for the page.
    if (!(thrown instanceof Error) || thrown.name === "FrameworkError") return;
    const text = describeError(thrown).slice(0, longestText).split("\n").map(cleaned).join("\n");
    this.#write(window, `Command "${command}" of page "${window}": ${text}`, false);
  }

  tell(window: string, { text, place, code, isConsole }: PageReport): void {
    const where = typeof place === "string" && place !== "" ? ` (${cleaned(place)})` : "";
    this.#write(window, `Page "${window}": ${cleaned(String(text))}${where}`, isConsole);
    if (!this.#explainedPackages && unresolvedPackage.test(String(text))) {
      this.#explainedPackages = true;
      process.stderr.write(
        "A script that imports packages has to be compiled: name a .ts file in the page, or take window.__FRAMEWORK__; see docs/front-ends.md of the framework's package\n",
      );
    }
    if (typeof code !== "string" || !Object.hasOwn(errorCodes, code) || this.#explained.has(code))
      return;
    this.#explained.add(code);
    process.stderr.write(`About "${code}": docs/reference/errors.md of the framework's package\n`);
  }

  #write(window: string, line: string, isConsole: boolean): void {
    const document = this.#documents.signalOfWindow(window);
    const reported = this.#reported.get(document) ?? new Set();
    this.#reported.set(document, reported);
    if (reported.size >= maxOfDocument || (!isConsole && reported.has(line))) return;
    // Repeated lines count, too.
    reported.add(isConsole ? `${reported.size} ${line}` : line);
    process.stderr.write(`${line}\n`);
    if (reported.size === maxOfDocument)
      process.stderr.write(
        `Page "${window}": has said much, and is heard again when it is loaded anew\n`,
      );
  }
}

/**
 * One line of text without control characters that would move the cursor or change the terminal.
 */
function cleaned(text: string): string {
  return text
    .slice(0, longestText)
    .replace(/\s*\n\s*/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}
