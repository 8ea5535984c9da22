import { pressClose, windowTitled } from "../../../harness/objective-c/driver.ts";
import { livingObjects } from "../../../harness/objective-c/ns-object.ts";
import { useStandIn } from "../../../harness/objective-c/stand-in.ts";
import "../../../harness/wkwebview/all-classes.ts";
import { WKWebView } from "../../../harness/wkwebview/web-view.ts";
import { open } from "../../../src/native/macos/index.ts";
import { later } from "../../../src/native/macos/loop.ts";
import { runtime } from "../../../src/native/macos/objc/runtime.ts";
import type { NativeSystem } from "../native-stage.ts";
import { WebKitStage } from "../webkit-stage.ts";

useStandIn();

const macos = {
  open: (events) => open(events, { runtime: runtime() }),
  later,
  hosts: null,
  answerMark: "",
  mayStay: { replies: 0, requests: 0 },
} as const satisfies NativeSystem;

/** The platform for macOS over the stand-in, with real pages, and nobody who answers dialogs. */
export class PageStage extends WebKitStage {
  constructor(folder: string) {
    super(macos, folder);
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

  isShown(): boolean {
    return false;
  }

  pressButton(): void {
    throw new Error("Cannot press a button: nobody answers dialogs here");
  }

  closeDialog(): void {
    this.pressButton();
  }

  chooseFiles(): void {
    this.pressButton();
  }

  closeWindow(label: string): void {
    const window = windowTitled(label);
    if (window === undefined) throw new Error(`Cannot find window ${label} on the screen`);
    pressClose(window);
  }
}
