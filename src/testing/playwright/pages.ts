import type * as Playwright from "playwright-core";
import type { Line } from "../line.ts";
import { machine } from "../machine.ts";
import type { PageInput } from "../page-input.ts";
import { waitFor } from "../process/wait.ts";
import { AppTransport } from "./transport.ts";

/** The pages of an app, in Playwright's form. */
export interface Pages {
  /** Waits for the page of a window. */
  page(label: string): Promise<Playwright.Page>;
  close(): Promise<void>;
}

/** Attaches Playwright's own client to an app. */
export async function connectPages(line: Line, input: PageInput): Promise<Pages> {
  const { chromium } = await loadPlaywright();
  const transport = new AppTransport(line, input, machine);
  const browser = await chromium.connectOverCDP(transport, { noDefaults: true });
  const labels = new Map<Playwright.Page, string>();
  const labelOf = async (page: Playwright.Page): Promise<string> => {
    const label = labels.get(page) ?? ((await page.evaluate(windowLabel)) as string);
    labels.set(page, label);
    return label;
  };
  return {
    page: (label) =>
      waitFor(`the page of window "${label}"`, async () => {
        for (const page of browser.contexts().flatMap((context) => context.pages()))
          if (!page.isClosed() && (await labelOf(page)) === label) return page;
        return null;
      }),
    close: () => browser.close(),
  };
}

const windowLabel = "window.__FRAMEWORK_WINDOW__?.label";

async function loadPlaywright(): Promise<typeof Playwright> {
  try {
    return await import("playwright-core");
  } catch (cause) {
    throw new Error('Cannot use pages: install the package "playwright-core" in the project', {
      cause,
    });
  }
}
