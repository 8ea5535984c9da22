import { reportPlugin, type PageReport } from "../../contract/page/page-report.ts";
import type { PageResponse } from "../../contract/ui/index.ts";
import type { AppDefinition } from "../face/definition.ts";
import type { Documents } from "../calls/documents.ts";
import { definePlugin } from "../face/plugin.ts";

// A page that reports without end must not fill the terminal.
const mostOfDocument = 1000;
const longestText = 2000;

/** In development: tells the terminal what goes wrong in pages, each thing once for each document. */
export class PageReports {
  readonly #documents: Documents;
  readonly #told = new WeakMap<AbortSignal, Set<string>>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** The definition, with the command that pages report by. */
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

  /** Tells of a file that a page asked for and did not get. */
  refused(window: string, url: string, { status, body, headers }: PageResponse): void {
    if (status < 400) return;
    const isText = body.kind === "bytes" && headers["content-type"]?.startsWith("text/plain") === true;
    const reason = isText ? new TextDecoder().decode(body.bytes) : "";
    this.tell(window, { text: reason || `Cannot load a file: ${status}`, place: url, isConsole: false });
  }

  tell(window: string, { text, place, isConsole }: PageReport): void {
    const document = this.#documents.signalOfWindow(window);
    const told = this.#told.get(document) ?? new Set();
    this.#told.set(document, told);
    const where = typeof place === "string" && place !== "" ? ` (${cleaned(place)})` : "";
    const line = `Page "${window}": ${cleaned(String(text))}${where}`;
    if (told.size >= mostOfDocument || (!isConsole && told.has(line))) return;
    // What is said each time is counted, too.
    told.add(isConsole ? `${told.size} ${line}` : line);
    process.stderr.write(`${line}\n`);
    if (told.size === mostOfDocument)
      process.stderr.write(`Page "${window}": has said much, and is heard again when it is loaded anew\n`);
  }
}

/** One line of text: nothing in it moves the cursor or changes what the terminal shows. */
function cleaned(text: string): string {
  return text
    .slice(0, longestText)
    .replace(/\s*\n\s*/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "\uFFFD");
}
