import { SystemBlock } from "../objective-c/blocks.ts";
import { defineStandInClasses, respondsTo } from "../objective-c/classes.ts";
import { NSURL } from "../objective-c/foundation/ns-url.ts";
import { NSError } from "../objective-c/foundation/system.ts";
import { NSObject, Strong, StrongList } from "../objective-c/ns-object.ts";
import { tell, tellIfAble } from "../objective-c/tell.ts";
import { refuse } from "../objective-c/violations.ts";
import type { Event } from "../pages/protocol.ts";
import { WKFrameInfo } from "./frame.ts";
import { NSHTTPURLResponse, NSURLRequest } from "./url-loading.ts";

export class WKNavigation extends NSObject {
  /** The target address when the app began it. */
  url = "";
}

export class WKNavigationAction extends NSObject {
  readonly ofRequest = new Strong<NSURLRequest>(this);
  readonly target = new Strong<WKFrameInfo>(this);
  isDownload = false;

  "-request"(): NSURLRequest | null {
    return this.ofRequest.value;
  }

  "-targetFrame"(): WKFrameInfo | null {
    return this.target.value;
  }

  "-shouldPerformDownload"(): boolean {
    return this.isDownload;
  }
}

export class WKNavigationResponse extends NSObject {
  readonly ofResponse = new Strong<NSHTTPURLResponse>(this);
  isTop = true;
  canShow = true;

  "-response"(): NSHTTPURLResponse | null {
    return this.ofResponse.value;
  }

  "-isForMainFrame"(): boolean {
    return this.isTop;
  }

  "-canShowMIMEType"(): boolean {
    return this.canShow;
  }
}

defineStandInClasses({ WKNavigation, WKNavigationAction, WKNavigationResponse });

const cancel = 0;
const allow = 1;

/** The view whose page navigates. */
export interface NavigatingView extends NSObject {
  readonly navigationDelegate: { readonly value: NSObject | null };
  url: string;
  decide(decision: number, isAllowed: boolean): void;
}

type Reported<T extends Event["tells"]> = Extract<Event, { readonly tells: T }>;

/** The navigations of a view's page, and the answers of its delegate. */
export class Navigations {
  readonly #view: NavigatingView;
  /** The navigations that the app has begun and that have no result yet, in order. */
  readonly #begun: StrongList<WKNavigation>;
  readonly #current: Strong<WKNavigation>;
  #isCommitted = false;

  constructor(view: NavigatingView) {
    this.#view = view;
    this.#begun = new StrongList<WKNavigation>(view);
    this.#current = new Strong<WKNavigation>(view);
  }

  get #delegate(): NSObject | null {
    return this.#view.navigationDelegate.value;
  }

  /** The app has loaded something. */
  begin(url: string): WKNavigation {
    const navigation = new WKNavigation();
    navigation.url = pageOf(url);
    this.#begun.add(navigation);
    return navigation;
  }

  /** The one that leads there; those before it were overtaken. */
  #take(url: string): WKNavigation | null {
    const { items } = this.#begun;
    const place = items.findIndex((each) => each.url === pageOf(url));
    const found = items[place] ?? null;
    if (found === null) return null;
    // Before it is let go of here.
    this.#current.value = found;
    this.#begun.items = items.slice(place + 1);
    return found;
  }

  starting({ url, decision, isRedirected }: Reported<"navigation">): void {
    this.#ask(url, WKFrameInfo.of(this.#view.url, true), false, (isAllowed) => {
      if (isAllowed) this.#started(url, isRedirected);
      else this.#begun.items = [];
      this.#view.decide(decision, isAllowed);
    });
  }

  #started(url: string, isRedirected: boolean): void {
    if (isRedirected && this.#current.value !== null)
      return this.#tell("webView:didReceiveServerRedirectForProvisionalNavigation:");
    if (this.#take(url) === null) this.#current.value = new WKNavigation();
    this.#isCommitted = false;
    this.#tell("webView:didStartProvisionalNavigation:");
  }

  /**
   * A page wants to open a window, or to save a file. The allowed action itself is not done here.
   */
  asked(url: string, isDownload: boolean): void {
    this.#ask(
      url,
      isDownload ? WKFrameInfo.of(this.#view.url, true) : null,
      isDownload,
      (isAllowed) => {
        if (isAllowed && isDownload) refuse("A download was let go on, which the stand-in cannot");
      },
    );
  }

  #ask(
    url: string,
    frame: WKFrameInfo | null,
    isDownload: boolean,
    answer: (isAllowed: boolean) => void,
  ): void {
    const selector = "webView:decidePolicyForNavigationAction:decisionHandler:";
    const delegate = this.#delegate;
    if (delegate === null || !respondsTo(delegate, selector)) return answer(true);
    const action = new WKNavigationAction();
    action.ofRequest.value = NSURLRequest.of(NSURL.of(url));
    action.target.value = frame;
    action.isDownload = isDownload;
    tell(delegate, selector, this.#view, action, policyBlock(selector, answer));
  }

  answered({ decision, url, status, headers, isTop, canShow }: Reported<"response">): void {
    const selector = "webView:decidePolicyForNavigationResponse:decisionHandler:";
    const delegate = this.#delegate;
    if (delegate === null || !respondsTo(delegate, selector))
      return this.#view.decide(decision, canShow);
    const response = new WKNavigationResponse();
    response.ofResponse.value = NSHTTPURLResponse.of(NSURL.of(url), status, headers);
    response.isTop = isTop;
    response.canShow = canShow;
    tell(
      delegate,
      selector,
      this.#view,
      response,
      policyBlock(selector, (isAllowed) => this.#view.decide(decision, isAllowed)),
    );
  }

  committed(url: string): void {
    this.#view.url = url;
    this.#isCommitted = true;
    this.#tell("webView:didCommitNavigation:");
  }

  finished(error: string | null): void {
    const selector =
      error === null
        ? "webView:didFinishNavigation:"
        : this.#isCommitted
          ? "webView:didFailNavigation:withError:"
          : "webView:didFailProvisionalNavigation:withError:";
    // Nothing was begun where it was not allowed.
    if (this.#current.value === null) return;
    if (error === null) this.#tell(selector);
    else this.#tell(selector, errorOf(error));
  }

  #tell(selector: string, ...rest: readonly NSObject[]): void {
    tellIfAble(this.#delegate, selector, this.#view, this.#current.value, ...rest);
  }
}

/** The WebKit error for a message of the program that shows pages. */
function errorOf(text: string): NSError {
  if (/interrupted/i.test(text)) return NSError.of("WebKitErrorDomain", 102, text);
  return NSError.of("NSURLErrorDomain", /cancel/i.test(text) ? -999 : -1004, text);
}

/** An address as the engine reports it, without the place in its page. */
function pageOf(url: string): string {
  return (URL.parse(url)?.href ?? url).replace(/#.*$/, "");
}

function policyBlock(of: string, answer: (isAllowed: boolean) => void): SystemBlock {
  return new SystemBlock(of, "q>v", (policy: number) => {
    if (policy !== cancel && policy !== allow) refuse(`The stand-in cannot do policy ${policy}`);
    answer(policy === allow);
  });
}
