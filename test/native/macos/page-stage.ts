import { pressClose, windowTitled } from "../../../harness/objective-c/driver.ts";
import { useStandIn } from "../../../harness/objective-c/stand-in.ts";
import "../../../harness/wkwebview/all-classes.ts";
import { open } from "../../../src/native/macos/index.ts";
import { later } from "../../../src/native/macos/loop.ts";
import { runtime } from "../../../src/native/macos/objc/runtime.ts";
import { NativeStage, type NativeSystem } from "../native-stage.ts";

useStandIn();

const macos = {
  open: (events) => open(events, { runtime: runtime() }),
  later,
  hosts: null,
  answerMark: "",
  mayStay: { replies: 0, requests: 0 },
} as const satisfies NativeSystem;

/** The platform for macOS over the stand-in, with real pages, and nobody who answers dialogs. */
export class PageStage extends NativeStage {
  constructor(folder: string) {
    super(macos, folder);
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
