// Windows of the platform over the stand-in, with a view in each that shows no page.
import { NSWindow } from "../../../../harness/objective-c/app-kit/ns-window.ts";
import { objectAt } from "../../../../harness/objective-c/ns-object.ts";
import { enterApp } from "../../../../harness/objective-c/driver.ts";
import { settle } from "../../../../harness/objective-c/loop.ts";
import { checkViolations, useStandIn } from "../../../../harness/objective-c/stand-in.ts";
import { plainWindow } from "../../../../src/native/conformance/plain-window.ts";
import type { Emitted } from "../../../../src/native/conformance/stage.ts";
import type {
  WindowOperation,
  WindowOperationName,
  WindowOperations,
  WindowSpec,
} from "../../../../src/contract/ui/index.ts";
import type { WindowState } from "../../../../src/contract/window/window.ts";
import { theApplication } from "../../../../src/native/macos/app/application.ts";
import { NSView } from "../../../../src/native/macos/lib/appkit/window.ts";
import { withPool } from "../../../../src/native/macos/objc/pool.ts";
import type { WindowView } from "../../../../src/native/macos/page/page-view.ts";
import { windowToolkit } from "../../../../src/native/macos/window/window-toolkit.ts";
import { NativeWindow } from "../../../../src/native/macos/window/window.ts";
import { openWindow, type Window } from "../../../../src/native/shell/window/window.ts";
import type { FileDropTarget, SystemWindowEvents } from "../../../../src/native/toolkit.ts";
import { Documents } from "../../../../src/native/shell/view/documents.ts";
import { wkWebViewTraits } from "../../../../src/native/macos/page/wkwebview-traits.ts";

useStandIn();

/** A view without a page, which records the calls of its window. */
export class PlainView implements WindowView {
  readonly documents = new Documents(wkWebViewTraits, () => {});
  readonly asked: string[] = [];
  drops: FileDropTarget | null = null;
  readonly #view = NSView.make("initWithFrame:", { x: 0, y: 0, width: 0, height: 0 });

  get address(): number {
    return this.#view.address;
  }

  open(_owner: unknown, drops: FileDropTarget | null): void {
    this.drops = drops;
  }

  reopen(): void {
    this.asked.push("reopen");
  }

  keep(): void {
    this.asked.push("keep");
  }

  recover(): void {
    this.asked.push("recover");
  }

  refuseAll(): void {
    this.asked.push("refuseAll");
  }

  print(): void {
    this.asked.push("print");
  }

  toggleInspector(): void {
    this.asked.push("toggleInspector");
  }

  setScripts(): void {}

  evaluate(): void {}

  mayLeave(): Promise<boolean> {
    return Promise.resolve(true);
  }

  close(): void {
    this.asked.push("close");
    this.#view[Symbol.dispose]();
  }
}

/** The operations on any window so far. */
export const applied = new Set<WindowOperationName>();

/** A window that is open, until it is disposed of. */
export class StagedWindow implements Disposable {
  readonly window: Window<NativeWindow>;
  readonly view = new PlainView();
  /** All that was reported of it, in order. */
  readonly emitted: Emitted[] = [];

  constructor(spec: Partial<WindowSpec> = {}, usesPrivateApi = false) {
    // Whoever used it before may have left it.
    withPool(() => theApplication());
    enterApp();
    const events = {
      emit: (event: string, payload: unknown) => this.emitted.push({ event, payload } as Emitted),
    };
    const whole = { ...plainWindow("framework://localhost/"), ...spec };
    const make = (events: SystemWindowEvents): NativeWindow =>
      new NativeWindow(whole, { view: this.view, events, usesPrivateApi });
    this.window = withPool(() => openWindow(whole, { toolkit: windowToolkit, events, make }));
    settle();
  }

  get native(): NativeWindow {
    return this.window.system;
  }

  /** AppKit's window of it. */
  get shown(): NSWindow {
    const found = objectAt(this.native.window.address, "The window");
    if (found instanceof NSWindow) return found;
    throw new Error("Cannot find the window: another object is at its address");
  }

  get state(): WindowState {
    return withPool(() => this.window.read());
  }

  /** Does an operation on it, with AppKit's reaction. */
  apply<N extends WindowOperationName>(name: N, value: WindowOperations[N]): void {
    applied.add(name);
    const operation = { name, value } as WindowOperation;
    void withPool(() => this.window.apply(operation));
    settle();
  }

  /** The names of the events since the last call. */
  received(): string[] {
    return this.emitted.splice(0).map(({ event }) => event);
  }

  /** All that was reported since the last call, without the window's name. */
  reportedWhole(): unknown[] {
    return this.emitted.splice(0).map(({ event, payload }) => {
      const { window: _, ...rest } = payload as { window: string };
      return [event, rest];
    });
  }

  [Symbol.dispose](): void {
    if (!this.window.isDestroyed) withPool(() => this.window.destroy());
    settle();
    checkViolations();
  }
}
