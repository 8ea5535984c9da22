import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engineVariable, type PageEngine } from "../pages/engine.ts";
import { startPages, type Pages } from "../pages/start.ts";
import { dllFile } from "../pe-dll.ts";
import type { WineSession } from "../wine.ts";
import type { ReportLine } from "./report.ts";

/** A stand-in for the WebView2 runtime, which apps find and whose pages are real. */
export interface StandIn extends AsyncDisposable {
  readonly pages: Pages;
  /** The environment by which a program finds it and loads it. */
  readonly env: Readonly<Record<string, string>>;
  /** The reports so far, of all programs. */
  report(): readonly ReportLine[];
}

const libraryName = "EmbeddedBrowserWebView.dll";

/** Starts the program that shows pages for a session, and lays out the runtime's folder. */
export async function startStandIn(wine: WineSession, engine: PageEngine): Promise<StandIn> {
  const folder = join(wine.session.folder, "webview2");
  const place = join(folder, "EBWebView", "x64");
  mkdirSync(place, { recursive: true });
  const library = join(place, libraryName);
  writeFileSync(
    library,
    dllFile({
      name: libraryName,
      jumps: { CreateWebViewEnvironmentWithOptionsInternal: "frameworkTestSlot" },
    }),
  );
  const reportFile = join(folder, "report.jsonl");
  const pages = await startPages(wine.session, engine);
  return {
    pages,
    env: {
      WEBVIEW2_BROWSER_EXECUTABLE_FOLDER: wine.windowsPath(folder),
      // Bun removes backslashes from the text after a space.
      BUN_OPTIONS: `--preload=${wine.windowsPath(join(import.meta.dir, "preload.ts")).replaceAll("\\", "/")}`,
      FRAMEWORK_TEST_PAGES: String(pages.port),
      FRAMEWORK_TEST_RUNTIME: wine.windowsPath(library),
      [engineVariable]: engine,
      FRAMEWORK_TEST_REPORT: wine.windowsPath(reportFile),
    },
    report() {
      if (!existsSync(reportFile)) return [];
      const lines = readFileSync(reportFile, "utf8").split("\n");
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ReportLine);
    },
    [Symbol.asyncDispose]: () => pages[Symbol.asyncDispose](),
  };
}
