import { NSAlert } from "../../../../src/native/macos/lib/appkit/alerts.ts";
import { NSApplication } from "../../../../src/native/macos/lib/appkit/application.ts";
import { NSPasteboard } from "../../../../src/native/macos/lib/appkit/pasteboard.ts";
import { NSOpenPanel } from "../../../../src/native/macos/lib/appkit/panels.ts";
import { NSWindow } from "../../../../src/native/macos/lib/appkit/window.ts";
import { readClipboard } from "../../../../src/native/macos/clipboard.ts";
import { makeMenu } from "../../../../src/native/macos/menu.ts";
import { nsArray } from "../../../../src/native/macos/objc/array.ts";
import { sendTo, type ObjcObject } from "../../../../src/native/macos/objc/object.ts";
import { methodOf, OwnClass } from "../../../../src/native/macos/objc/own-class.ts";
import { runtime } from "../../../../src/native/macos/objc/runtime.ts";
import type { Rect } from "../../../../src/native/macos/objc/signature.ts";
import { nsString, textOf } from "../../../../src/native/macos/objc/text.ts";
import { tell } from "./layer-cases.ts";

// The work of GNUstep, as the macOS platform does it: with its classes and, if GNUstep answers the
// same messages, with its own code. Each case reports its events, a line of JSON each.

const theApp = () => NSApplication.at(NSApplication.send("sharedApplication"));

interface Asked {
  begin(): void;
}

const method = methodOf<Asked>();

const delegates = new OwnClass<Asked>({
  name: "GnustepCaseDelegate",
  protocols: ["NSApplicationDelegate", "NSWindowDelegate"],
  methods: {
    "applicationDidFinishLaunching:": method("@>v", (asked) => asked.begin()),
    "windowShouldClose:": method("@>B", (_, window) => {
      tell("asked to close", windowFrame(window));
      theApp().send("stop:", null);
      return false;
    }),
    "panel:isValidFilename:": method("@@>B", (_self, _panel, name) => {
      tell("asked about", textOf(name));
      return textOf(name).endsWith(".txt");
    }),
    "chosen:": method("n>v", (_, item) => {
      tell("chosen", item === null ? null : sendTo(item, "tag", ">q", []));
      theApp().send("stop:", null);
    }),
  },
});

const windowFrame = (window: number): Rect => NSWindow.at(window).send("frame");

/** Runs the loop, and the work that begins in it, until it is stopped. */
function inLoop(begin: (delegate: ObjcObject<{}>) => void): void {
  const delegate = delegates.make({ begin: () => begin(delegate) });
  theApp().send("setDelegate:", delegate);
  theApp().send("run");
  tell("ended");
}

const titled = 15;
const buffered = 2;

/** Each case by its name. Its argument is from the command line. */
export const gnustepCases: Readonly<Record<string, (given: string) => void>> = {
  window(title) {
    inLoop((delegate) => {
      const place = { x: 300, y: 400, width: 500, height: 250 };
      const window = NSWindow.make(
        "initWithContentRect:styleMask:backing:defer:",
        place,
        titled,
        buffered,
        false,
      );
      window.send("setTitle:", nsString(title));
      window.send("setDelegate:", delegate);
      window.send("makeKeyAndOrderFront:", null);
      tell("inside", window.send("contentRectForFrameRect:", window.send("frame")));
    });
  },

  menu(title) {
    inLoop((delegate) => {
      const common = {
        kind: "action",
        target: delegate,
        keys: null,
        isEnabled: true,
        isChecked: false,
      } as const;
      const menu = makeMenu("Menu", [
        { ...common, title: "Another", action: "nobody:", tag: 1 },
        { ...common, title, action: "chosen:", tag: 42 },
      ]);
      theApp().send("setMainMenu:", menu);
      tell("shown");
    });
  },

  alert(message) {
    inLoop(() => {
      const alert = NSAlert.make("init");
      alert.send("setMessageText:", nsString(message));
      alert.send("setInformativeText:", nsString("It cannot be undone."));
      for (const button of ["Keep", "Throw away", "Ask later"])
        alert.send("addButtonWithTitle:", nsString(button));
      // A sheet is answered by a block on macOS alone.
      tell("answer", sendTo(alert.address, "runModal", ">q", []));
      theApp().send("stop:", null);
    });
  },

  open(folder) {
    inLoop((delegate) => {
      const panel = NSOpenPanel.at(NSOpenPanel.send("openPanel") ?? 0);
      panel.send("setTitle:", nsString("Choose a text"));
      panel.send("setAllowsMultipleSelection:", false);
      sendTo(panel.address, "setDelegate:", "n>v", [delegate]);
      sendTo(panel.address, "setDirectory:", "@>v", [nsString(folder)]);
      const answer = sendTo(panel.address, "runModalForTypes:", "n>q", [
        nsArray([nsString("txt")]),
      ]);
      tell("answer", [answer, textOf(sendTo(panel.address, "filename", ">@", []) as number)]);
      theApp().send("stop:", null);
    });
  },

  clipboard(text) {
    theApp();
    const clipboard = NSPasteboard.at(NSPasteboard.send("generalPasteboard"));
    const type = runtime().constant("NSPasteboardTypeString");
    // GNUstep knows no other way to begin.
    sendTo(clipboard.address, "declareTypes:owner:", "@n>q", [nsArray([type]), null]);
    tell("taken", clipboard.send("setString:forType:", nsString(text), type));
    tell("read", readClipboard());
  },
};
