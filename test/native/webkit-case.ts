import type { UiEvents, WindowSpec } from "../../src/contract/ui/index.ts";
import { plainWindow } from "../../src/native/conformance/plain-window.ts";
import type { WebKitStage } from "./webkit-stage.ts";

/** A web site that is not the app's. */
export interface Site {
  /** `http://127.0.0.1:<port>` */
  readonly address: string;
  /** The number of its requests. */
  hits(): number;
}

/** A case of the platforms whose engine is one of WebKit's. */
export interface WebKitCase<S extends WebKitStage = WebKitStage> {
  readonly name: string;
  readonly run: (stage: S, site: Site) => Promise<void>;
}

export async function openWindow(
  stage: WebKitStage,
  change: Partial<WindowSpec> = {},
): Promise<string> {
  const spec = { ...plainWindow(stage.page), ...change };
  await stage.platform.calls["window.create"](spec);
  await stage.until("the page", () => openedIn(stage, spec.label)[0]);
  return spec.label;
}

export function openedIn(stage: WebKitStage, label: string): UiEvents["page.opened"][] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.opened" && item.payload.window === label ? [item.payload] : [],
  );
}

export function messagesIn(stage: WebKitStage, label: string): string[] {
  return stage.emitted.flatMap((item) =>
    item.event === "page.message" && item.payload.sender.window === label
      ? [item.payload.text]
      : [],
  );
}

/** The events that pages have caused since then, by name. Their load stages are not among them. */
export function pageEvents(stage: WebKitStage, since: number): string[] {
  const names = stage.emitted.slice(since).map(({ event }) => event);
  return names.filter((event) => event.startsWith("page.") && event !== "page.loadChanged");
}

export function lastRequest(
  stage: WebKitStage,
  path: string,
): UiEvents["page.request"] | undefined {
  const item = stage.emitted.findLast(
    ({ event, payload }) =>
      event === "page.request" && "url" in payload && new URL(payload.url).pathname === path,
  );
  return item?.event === "page.request" ? item.payload : undefined;
}

export function requestSince(
  stage: WebKitStage,
  since: number,
): UiEvents["page.request"] | undefined {
  const item = stage.emitted.slice(since).find(({ event }) => event === "page.request");
  return item?.event === "page.request" ? item.payload : undefined;
}

export async function evaluate(
  stage: WebKitStage,
  window: string,
  script: string,
  pages: readonly string[] | null = null,
): Promise<void> {
  await stage.platform.calls["window.evaluate"]({ window, script, pages });
}

/** Loads an address, and waits for its document. */
export async function visit(
  stage: WebKitStage,
  label: string,
  script: string,
): Promise<UiEvents["page.opened"]> {
  const count = openedIn(stage, label).length;
  await evaluate(stage, label, script);
  return stage.until(`the page after ${script}`, () => openedIn(stage, label)[count]);
}

export const bridge = (...hosts: string[]): WindowSpec["bridge"] => ({
  source: "(key, engine) => { Object.assign(globalThis, { key, engine }); }",
  pages: hosts.map((host) => `${host}/*`),
});

export function inWindow<S extends WebKitStage = WebKitStage>(
  name: string,
  run: (stage: S, label: string, site: Site) => Promise<void>,
): WebKitCase<S> {
  return {
    name,
    async run(stage, site) {
      stage.answerMessages((text) => `answer to ${text}`);
      const label = await openWindow(stage, {
        bridge: bridge("framework://localhost", site.address),
      });
      const others = new Set(stage.openWindows());
      try {
        await run(stage, label, site);
      } finally {
        for (const window of stage.openWindows()) {
          if (window === label || !others.has(window))
            await stage.platform.calls["window.destroy"]({ window });
        }
      }
      await stage.until("nothing held", () => stage.held() === 0 || undefined);
    },
  };
}
