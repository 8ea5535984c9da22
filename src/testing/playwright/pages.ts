import type * as Playwright from "playwright-core";
import type { Line } from "../line.ts";
import { machine } from "../machine.ts";
import type { PageInput } from "../page-input.ts";
import { telling, waitFor } from "../process/wait.ts";
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
    page: (label) => {
      const seen = new Set<string>();
      const find = async (): Promise<Playwright.Page | null> => {
        for (const page of browser.contexts().flatMap((context) => context.pages())) {
          if (page.isClosed()) continue;
          const own = await labelOf(page);
          if (own === label) return page;
          seen.add(own);
        }
        return null;
      };
      return telling(`the page of window "${label}"`, (what) => waitFor(what, find), {
        state: () => `the windows with a page are ${[...seen].join(", ") || "none"}`,
      });
    },
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
