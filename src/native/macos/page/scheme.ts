import type { Address } from "../../ffi/signature.ts";
import { dropRequest, receiveRequest } from "../../page/requests.ts";
import { WKWebView, type WKWebViewConfiguration } from "../lib/webkit.ts";
import type { ObjectOf } from "../objc/object.ts";
import { methodOf, OwnClass, type OwnObject } from "../objc/own-class.ts";
import { nsString } from "../objc/text.ts";
import type { PageView } from "../../page/page-view.ts";
import { pageViews } from "./page-view.ts";
import { SchemeTask } from "./scheme-task.ts";

interface OpenTask {
  readonly task: SchemeTask;
  /** `null`: it was refused at once. */
  readonly number: number | null;
}

// Every task that is neither fully answered nor stopped.
const open = new Map<Address, OpenTask>();

const method = methodOf<null>();

export const schemeHandlers = new OwnClass<null>({
  name: "FrameworkSchemeHandler",
  protocols: ["WKURLSchemeHandler"],
  methods: {
    "webView:startURLSchemeTask:": method("@@>v", (_self, webView, address) =>
      start(webView, address),
    ),
    "webView:stopURLSchemeTask:": method("@@>v", (_self, _webView, address) => stop(address)),
  },
});

function start(webView: Address, address: Address): void {
  const view = pageViews.get(webView);
  const task = new SchemeTask(address, view, () => open.delete(address));
  open.set(address, { task, number: null });
  const number = receiveRequest(view, task);
  if (open.has(address)) open.set(address, { task, number });
}

/**
 * From now on any message to the task except retain and release raises an exception of WebKit,
 * which would end the app.
 */
function stop(address: Address): void {
  const stopped = open.get(address);
  if (stopped === undefined) return;
  if (stopped.number !== null) dropRequest(stopped.number);
  stopped.task.stop();
}

/** Answers the requests of views to the app's schemes, until the app ends. */
export function makeSchemeHandler(): OwnObject<{}> {
  return schemeHandlers.make(null);
}

/** Routes requests of views with a configuration to the app's schemes to the app. */
export function registerSchemes(
  configuration: ObjectOf<typeof WKWebViewConfiguration>,
  schemes: readonly string[],
  handler: OwnObject<{}>,
): void {
  for (const scheme of schemes) {
    const name = nsString(scheme);
    // It raises an exception otherwise.
    if (WKWebView.send("handlesURLScheme:", name))
      throw new Error(
        `Cannot answer the scheme "${scheme}": want one that WebKit does not answer itself`,
      );
    configuration.send("setURLSchemeHandler:forURLScheme:", handler, name);
  }
}

/** Ends the pending answers to the page of a closing view. */
export function endTasks(view: PageView): void {
  for (const { task } of open.values()) if (task.view === view) task.refuse("the window has gone");
}
