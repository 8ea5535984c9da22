import { theAlerts, type NSAlert } from "../../../../harness/objective-c/app-kit/ns-alert.ts";
import { buttonWithKey } from "../../../../harness/objective-c/app-kit/ns-control.ts";
import {
  thePanels,
  type NSSavePanel,
} from "../../../../harness/objective-c/app-kit/ns-save-panel.ts";
import { does, pressClose, windowTitled } from "../../../../harness/objective-c/driver.ts";
import { livingObjects } from "../../../../harness/objective-c/ns-object.ts";
import { useStandIn } from "../../../../harness/objective-c/stand-in.ts";
import "../../../../harness/wkwebview/all-classes.ts";
import { messageCount } from "../../../../harness/wkwebview/script-message.ts";
import { WKWebView } from "../../../../harness/wkwebview/web-view.ts";
import { stageApp } from "../../../../src/native/conformance/stage.ts";
import { open } from "../../../../src/native/macos/index.ts";
import { later } from "../../../../src/native/macos/loop.ts";
import { runtime } from "../../../../src/native/macos/objc/runtime.ts";
import type { NativeSystem } from "../../native-stage.ts";
import { WebKitStage } from "../../webkit-stage.ts";

useStandIn();

const macos = {
  open: (events) => open(events, { runtime: runtime() }),
  later,
  hosts: null,
  answerMark: "",
  mayStay: { replies: 0, requests: 0 },
} as const satisfies NativeSystem;

const escapeKey = "\u{1b}";

const titleOf = (dialog: number): string => `dialog ${dialog}`;

function alertOf(dialog: number): NSAlert | undefined {
  return theAlerts().find(({ message, isShown }) => isShown && message === titleOf(dialog));
}

function panelOf(dialog: number): NSSavePanel | undefined {
  return thePanels().find(
    (panel) => panel.isShown && panel.message.value?.text === titleOf(dialog),
  );
}

function found<T>(what: T | null | undefined, dialog: number): T {
  if (what === undefined || what === null)
    throw new Error(`Cannot find ${titleOf(dialog)} on the screen`);
  return what;
}

/**
 * The platform for macOS over the stand-in, with real pages, and a person who answers its dialogs.
 */
export class PageStage extends WebKitStage {
  /** The view that is there before the app has begun. */
  readonly first: WKWebView | undefined;

  constructor(folder: string) {
    super(macos, folder);
    // As the entry of an app does it.
    this.platform.load();
    this.platform.prepare(stageApp);
    this.first = livingObjects().find((object): object is WKWebView => object instanceof WKWebView);
  }

  posted(message: string): string {
    return `webkit.messageHandlers.framework.postMessage(${message})`;
  }

  endWebProcess(label: string): void {
    this.webView(label).send({ do: "crash" });
  }

  /** The view in a window, on the stand-in's side. */
  webView(label: string): WKWebView {
    const window = windowTitled(label);
    const view = livingObjects().find(
      (object): object is WKWebView => object instanceof WKWebView && object.window === window,
    );
    if (view === undefined || window === undefined)
      throw new Error(`Cannot find the page of window ${label}`);
    return view;
  }

  /** The number of views, including those in no window. */
  views(): number {
    return livingObjects().filter((object) => object instanceof WKWebView).length;
  }

  /** The number of messages that all pages have posted. */
  scriptMessages(): number {
    return messageCount();
  }

  /** The alert that is on the screen with this text. */
  alertSaying(text: string): NSAlert | undefined {
    return theAlerts().find(
      (alert) => alert.isShown && [alert.message, alert.details].includes(text),
    );
  }

  press(alert: NSAlert, button: number): void {
    does(() => alert.buttons.items[button]?.act());
  }

  isShown(dialog: number): boolean {
    return alertOf(dialog) !== undefined || panelOf(dialog) !== undefined;
  }

  pressButton(dialog: number, button: number): void {
    const pressed = found(alertOf(dialog)?.buttons.items[button], dialog);
    does(() => pressed.act());
  }

  // A sheet has no close box: Escape ends it without an answer.
  closeDialog(dialog: number): void {
    const panel = panelOf(dialog);
    if (panel !== undefined) return does(() => panel["-cancel:"](null));
    const inside = found(alertOf(dialog)?.panel.value?.content.value, dialog);
    does(() => buttonWithKey(inside, escapeKey)?.act());
  }

  chooseFiles(dialog: number, paths: readonly string[]): void {
    const panel = found(panelOf(dialog), dialog);
    does(() => panel.accept(paths.map((path) => Bun.pathToFileURL(path).href)));
  }

  closeWindow(label: string): void {
    const window = windowTitled(label);
    if (window === undefined) throw new Error(`Cannot find window ${label} on the screen`);
    pressClose(window);
  }
}
