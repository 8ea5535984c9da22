import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { ConsoleEntry } from "../contract/automation.ts";
import type { Line } from "./line.ts";
import type { PageInput } from "./page-input.ts";

interface Step {
  /** Milliseconds since the app was launched. */
  readonly at: number;
  readonly text: string;
}

/** The steps of a test with an app, and the output of the app's pages meanwhile. */
export class Steps {
  readonly all: Step[] = [];
  readonly console: (ConsoleEntry & { readonly window: string })[] = [];
  readonly #start = performance.now();

  add(text: string): void {
    this.all.push({ at: Math.round(performance.now() - this.#start), text });
  }

  /** @internal */
  follow(line: Line): void {
    line.on("page.console", (entry) => void this.console.push(entry));
    line.on("dialog.opened", ({ kind, title, text }) =>
      this.add(`${kind} dialog: ${title ?? ""} ${text ?? ""}`),
    );
  }
}

interface Failure {
  readonly name: string;
  /** The folder of its file. */
  readonly folder: string;
  readonly steps: Steps;
  readonly output: readonly string[];
  readonly line: Line;
  readonly input: PageInput | null;
  /** The accessibility tree of a page, in Playwright's form; `null`: there are no pages. */
  readonly tree: ((window: string) => Promise<string>) | null;
}

/** Writes all data about a failure into one HTML file; settles with the error, which names it. */
export async function reportFailure(error: unknown, failure: Failure): Promise<Error> {
  const { name, steps, output } = failure;
  const cause = error instanceof Error ? error : new Error(String(error));
  const windows = await describeWindows(failure);
  const lines = (texts: readonly string[]): string => `<pre>${texts.map(escaped).join("\n")}</pre>`;
  const html = `<!doctype html>
<meta charset="utf-8">
<title>${escaped(name)}</title>
<style>body{font:14px/1.5 system-ui;max-width:64rem;margin:2rem auto}pre{background:#8881;padding:1rem;overflow:auto}img{max-width:100%;border:1px solid #8884}</style>
<h1>${escaped(name)}</h1>
${lines([cause.stack ?? cause.message])}
<h2>Steps</h2>
<ol>${steps.all.map(({ at, text }) => `<li>${at} ms: ${escaped(text)}</li>`).join("")}</ol>
${windows}
<h2>Console</h2>
${lines(steps.console.map(({ window, kind, text, place }) => `${window} ${kind}: ${text}${place === null ? "" : ` (${place})`}`))}
<h2>Output of the app</h2>
${lines(output)}
`;
  return new Error(`${cause.message}\n\n${writeReport(failure, html)}`, { cause });
}

/** The longest name of a file without its ending, in characters: each has up to three bytes. */
const longestName = 80;

/** @returns a sentence that names the file, or the reason why there is none */
function writeReport({ name, folder }: Failure, html: string): string {
  const short = name
    .slice(0, longestName)
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .toLowerCase();
  const file = join(resolve(folder), `${short}.html`);
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
    return `Report: ${file}`;
  } catch (error) {
    return `No report: ${String(error)}`;
  }
}

/**
 * A picture of each window and the accessibility tree of its page; an unavailable one is replaced
 * by the reason.
 */
async function describeWindows({ line, input, tree }: Failure): Promise<string> {
  const windows = await line.call("windows.list", {}).catch(() => []);
  const parts = windows.map(async (window) => {
    const size = { x: 0, y: 0, width: window.area.width, height: window.area.height };
    const picture = await input?.picture(window, size).then(
      (png) =>
        `<img alt="window ${escaped(window.label)}" src="data:image/png;base64,${png.toString("base64")}">`,
      (error: Error) => `<p>${escaped(error.message)}</p>`,
    );
    const read = await tree?.(window.label).catch((error: Error) => error.message);
    const shownTree = read === undefined ? "" : `<pre>${escaped(read)}</pre>`;
    return `<h2>Window ${escaped(window.label)}: ${escaped(window.title)}</h2>${picture ?? ""}${shownTree}`;
  });
  return (await Promise.all(parts)).join("\n");
}

/** A text as HTML, in an element or in an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
