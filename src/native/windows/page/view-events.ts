import type { Address } from "../../ffi/signature.ts";
import { outText } from "../com/apartment.ts";
import type { CrashReason } from "../../../contract/ui/index.ts";
import { comObject, outNumber, outPointer, type ObjectOf, type Reference } from "../com/client.ts";
import {
  ICoreWebView2ContentLoadingEventArgs,
  ICoreWebView2NavigationCompletedEventArgs,
  ICoreWebView2NavigationStartingEventArgs,
  ICoreWebView2ProcessFailedEventArgs,
  ICoreWebView2ProcessFailedEventArgs2,
} from "../lib/webview2-events.ts";
import { ICoreWebView2_22, type ICoreWebView2 } from "../lib/webview2.ts";
import { warnBlocked } from "../../page/capability.ts";
import { wide } from "../wide-text.ts";
import { onEvent } from "./handlers.ts";
import { receiveMessage, type MessageView } from "./messages.ts";
import { originsOfScheme } from "./scheme-hosts.ts";
import { receiveRequest, type SchemeView } from "./scheme.ts";
import { withNewer } from "./restrictions.ts";

/** A view as its engine's events reach it. */
export interface WatchedView extends MessageView, SchemeView {
  /** Schemes that the app answers. */
  readonly schemes: readonly string[];
  rendererEnded(reason: CrashReason): void;
  browserEnded(): void;
}

type Page = ObjectOf<typeof ICoreWebView2>;

/** Registers the events of a view's documents, messages and requests. */
export function watchView(view: WatchedView, page: Page): void {
  watchNavigations(view, page);
  onEvent(
    "WebMessageReceived",
    (...to) => page.add_WebMessageReceived(...to),
    (args) => receiveMessage(view, args),
  );
  onEvent(
    "WebResourceRequested",
    (...to) => page.add_WebResourceRequested(...to),
    (args) => receiveRequest(view, args),
  );
  filterRequests(page, view.schemes);
  onEvent(
    "ProcessFailed",
    (...to) => page.add_ProcessFailed(...to),
    (args) => processFailed(view, args),
  );
}

function watchNavigations({ navigation, frames }: WatchedView, page: Page): void {
  onEvent(
    "NavigationStarting",
    (...to) => page.add_NavigationStarting(...to),
    (args) => {
      const starting = comObject(args, ICoreWebView2NavigationStartingEventArgs);
      const address = outText((out) => starting.get_Uri(out)) ?? "";
      if (leadsOut(address, windowSchemes)) return refuseAddress(args, address);
      navigation.started(
        outPointer((out) => starting.get_NavigationId(out)),
        address,
      );
    },
  );
  // The same kind of handler receives the events of frames.
  onEvent(
    "NavigationStarting",
    (...to) => page.add_FrameNavigationStarting(...to),
    (args) => {
      const starting = comObject(args, ICoreWebView2NavigationStartingEventArgs);
      const address = outText((out) => starting.get_Uri(out)) ?? "";
      if (leadsOut(address, frameSchemes)) refuseAddress(args, address);
      else frames.goes(address);
    },
  );
  onEvent(
    "ContentLoading",
    (...to) => page.add_ContentLoading(...to),
    (args) => {
      const loading = comObject(args, ICoreWebView2ContentLoadingEventArgs);
      frames.clear();
      navigation.shown(
        outPointer((out) => loading.get_NavigationId(out)),
        outText((out) => page.get_Source(out)) ?? "",
        outNumber((out) => loading.get_IsErrorPage(out)) !== 0,
      );
    },
  );
  onEvent(
    "NavigationCompleted",
    (...to) => page.add_NavigationCompleted(...to),
    (args) => {
      const completed = comObject(args, ICoreWebView2NavigationCompletedEventArgs);
      navigation.ended(outPointer((out) => completed.get_NavigationId(out)));
    },
  );
}

const windowSchemes = new Set(["http:", "https:", "about:", "blob:"]);
const frameSchemes = new Set([...windowSchemes, "data:", "javascript:"]);

function leadsOut(address: string, schemes: ReadonlySet<string>): boolean {
  return !schemes.has(URL.parse(address)?.protocol ?? "");
}

function refuseAddress(args: Address, address: string): void {
  comObject(args, ICoreWebView2NavigationStartingEventArgs).put_Cancel(true);
  const scheme = URL.parse(address)?.protocol ?? address;
  warnBlocked(`an address of "${scheme}"`, "pages go to http and https; shell.open opens others");
}

const COREWEBVIEW2_WEB_RESOURCE_CONTEXT_ALL = 0;
// Documents, their frames and their own workers. Requests of shared workers are reported to every
// view.
const COREWEBVIEW2_WEB_RESOURCE_REQUEST_SOURCE_KINDS_DOCUMENT = 1;

/** Routes requests to the app's schemes to the app, instead of the network. */
function filterRequests(page: Page, schemes: readonly string[]): void {
  const patterns = schemes.flatMap(originsOfScheme).map((origin) => wide(`${origin}/*`));
  const isNew = withNewer(page, ICoreWebView2_22, (newer) => {
    for (const pattern of patterns)
      newer.AddWebResourceRequestedFilterWithRequestSourceKinds(
        pattern,
        COREWEBVIEW2_WEB_RESOURCE_CONTEXT_ALL,
        COREWEBVIEW2_WEB_RESOURCE_REQUEST_SOURCE_KINDS_DOCUMENT,
      );
  });
  if (isNew) return;
  // Without frames of other sites: a runtime this old is rejected, unless the app ships it.
  for (const pattern of patterns)
    page.AddWebResourceRequestedFilter(pattern, COREWEBVIEW2_WEB_RESOURCE_CONTEXT_ALL);
}

// COREWEBVIEW2_PROCESS_FAILED_KIND. The engine recovers by itself from the end of other processes.
const BROWSER_PROCESS_EXITED = 0;
const RENDER_PROCESS_EXITED = 1;
const RENDER_PROCESS_UNRESPONSIVE = 2;
const FRAME_RENDER_PROCESS_EXITED = 3;

// COREWEBVIEW2_PROCESS_FAILED_REASON.
const TERMINATED = 2;
const OUT_OF_MEMORY = 5;

function reasonOf(failed: Reference): CrashReason {
  let reason = 0;
  withNewer(failed, ICoreWebView2ProcessFailedEventArgs2, (newer) => {
    reason = outNumber((out) => newer.get_Reason(out));
  });
  if (reason === OUT_OF_MEMORY) return "out-of-memory";
  return reason === TERMINATED ? "killed" : "crashed";
}

function processFailed(view: WatchedView, args: Address): void {
  const failed = comObject(args, ICoreWebView2ProcessFailedEventArgs);
  const window = view.documents.owner?.spec.label ?? "";
  switch (outNumber((out) => failed.get_ProcessFailedKind(out))) {
    case BROWSER_PROCESS_EXITED:
      return view.browserEnded();
    case RENDER_PROCESS_EXITED:
      return view.rendererEnded(reasonOf(failed));
    case RENDER_PROCESS_UNRESPONSIVE:
      process.stderr.write(`framework: the page of window "${window}" does not respond\n`);
      return;
    case FRAME_RENDER_PROCESS_EXITED:
      process.stderr.write(`framework: the web process of a frame in window "${window}" ended\n`);
  }
}
