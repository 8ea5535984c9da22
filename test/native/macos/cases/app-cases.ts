// The reactions of a macOS app to questions: each case has a process of its own (`app-program.ts`).
import { deepEqual, equal, throws } from "node:assert/strict";
import {
  launch,
  theApplication,
  unsaid,
} from "../../../../harness/objective-c/app-kit/ns-application.ts";
import { NSMenu } from "../../../../harness/objective-c/app-kit/ns-menu.ts";
import { WindowFrame } from "../../../../harness/objective-c/app-kit/window-frame.ts";
import {
  clickDock,
  enterApp,
  openFromOutside,
  quit,
  quitFromOutside,
} from "../../../../harness/objective-c/driver.ts";
import { signal } from "../../../../harness/objective-c/dispatch.ts";
import { machine } from "../../../../harness/objective-c/foundation/system.ts";
import { checkViolations, standIn } from "../../../../harness/objective-c/stand-in.ts";
import { tell } from "../../../../harness/objective-c/tell.ts";
import "../../../../harness/wkwebview/all-classes.ts";
import { stageApp, type Emitted } from "../../../../src/native/conformance/stage.ts";
import { open } from "../../../../src/native/macos/index.ts";
import { later, soon } from "../../../../src/native/macos/loop.ts";
import { withPool } from "../../../../src/native/macos/objc/pool.ts";
import type { PlatformCalls } from "../../../../src/native/platform.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export interface AppCase {
  /** The statement that holds when it passes. */
  readonly name: string;
  /** The exit code of the process. */
  readonly code: number;
  /** True if windows can be shown. */
  readonly hasDisplay: boolean;
  /** True if all of it happens before the loop runs. */
  readonly isEarly?: boolean;
  /** The events of the app while its loop runs. */
  readonly act: (app: StagedApp) => void;
}

/** An app without windows that ends with 9 when it is asked to, after a while. */
export class StagedApp {
  readonly emitted: Emitted[] = [];
  readonly #platform = open(
    { emit: (event, payload) => this.#heard({ event, payload } as Emitted) },
    { runtime: standIn },
  );
  #isEnding = false;

  get calls(): PlatformCalls {
    return this.#platform.calls;
  }

  get received(): readonly string[] {
    return this.emitted.map(({ event }) => event);
  }

  run({ act, isEarly = false }: Pick<AppCase, "act" | "isEarly">): number {
    this.#platform.load();
    if (isEarly) withPool(() => act(this));
    else soon(() => act(this));
    const code = this.#platform.run();
    checkViolations();
    return code;
  }

  // The app thread is slow: its work before the end may take three seconds.
  #heard(emitted: Emitted): void {
    this.emitted.push(emitted);
    if (emitted.event !== "app.terminate" || this.#isEnding) return;
    this.#isEnding = true;
    later(100, () => {
      checkViolations();
      this.quit(9);
    });
  }

  /** Runs a check when the app has received so many events. */
  whenReceived(count: number, check: () => void): void {
    when(() => this.emitted.length >= count, check);
  }

  quit(code: number): void {
    void this.calls["app.quit"]({ code });
  }
}

/** A case of an app that has begun. */
function begun(name: string, code: number, act: (app: StagedApp) => void): AppCase {
  return {
    name,
    code,
    hasDisplay: true,
    act(app) {
      void app.calls["app.begin"](stageApp);
      act(app);
    },
  };
}

/** True if AppKit waits for the answer about the end. */
const isAwaited = (): boolean => theApplication().isTerminating;

const isActive = (): boolean => theApplication()["-isActive"]();

/** In turns of the loop: some seconds, also on a busy machine. */
const patience = 5000;

/** Runs the assertions when something has happened, or after a long wait, so that they fail. */
function when(hasHappened: () => boolean, check: () => void, turns = patience): void {
  later(1, () => (hasHappened() || turns === 0 ? check() : when(hasHappened, check, turns - 1)));
}

export const appCases: readonly AppCase[] = [
  begun("asked to end by its menu, an app goes on until it has ended by itself", 9, (app) => {
    quit();
    app.whenReceived(1, () => deepEqual([app.received, isAwaited()], [["app.terminate"], false]));
  }),
  begun("asked again meanwhile, it ends once", 9, (app) => {
    quit();
    app.whenReceived(1, quit);
    app.whenReceived(2, () => deepEqual(app.received, ["app.terminate", "app.terminate"]));
  }),
  begun(
    "asked from outside, it goes on as well, and who asked waits until it has ended",
    9,
    (app) => {
      quitFromOutside();
      app.whenReceived(1, () => deepEqual([app.received, isAwaited()], [["app.terminate"], true]));
    },
  ),
  begun(
    "own code that refuses is asked each time, and a caller from outside gets the refusal",
    9,
    (app) => {
      void app.calls["app.setAsksBeforeExit"]({ asks: true });
      quitFromOutside();
      app.whenReceived(1, () => {
        deepEqual([app.received, isAwaited()], [["app.exitRequested"], true]);
        void app.calls["app.answerExit"]({ ends: false });
        when(
          () => !isAwaited(),
          () => {
            deepEqual([app.received, isAwaited()], [["app.exitRequested"], false]);
            quit();
            app.whenReceived(2, () => {
              deepEqual(app.received, ["app.exitRequested", "app.exitRequested"]);
              void app.calls["app.answerExit"]({ ends: true });
            });
          },
        );
      });
    },
  ),
  begun("asked by a signal, it says by which", 9, (app) => {
    signal(15);
    app.whenReceived(1, () =>
      deepEqual(app.emitted, [{ event: "app.terminate", payload: { reason: "SIGTERM" } }]),
    );
  }),
  begun("a second signal ends it at once", 128 + 15, (app) => {
    signal(15);
    app.whenReceived(1, () => signal(15));
  }),
  begun("it ends while a menu is open, which has a loop of its own", 9, () => {
    const bar = theApplication().menu.value;
    if (!(bar instanceof NSMenu)) throw new Error("Cannot open the menu bar: the app has none");
    later(10, quit);
    bar.track();
  }),
  begun("it ends with the code that it says, without being asked", 4, (app) => app.quit(4)),
  {
    name: "it reports files and links that Finder starts it with before the app thread has begun",
    code: 0,
    hasDisplay: true,
    isEarly: true,
    act(app) {
      launch.addresses = ["file:///notes/a%20b.md", "my-app:login?code=1"];
      soon(() => {
        deepEqual(app.emitted, [{ event: "app.opened", payload: { addresses: launch.addresses } }]);
        app.quit(0);
      });
    },
  },
  begun("it reports links that Finder and browsers open later, too", 0, (app) => {
    openFromOutside("my-app:login?code=2");
    app.whenReceived(1, () => {
      deepEqual(app.emitted, [
        { event: "app.opened", payload: { addresses: ["my-app:login?code=2"] } },
      ]);
      app.quit(0);
    });
  }),
  begun("it is in the Dock, and a click there brings it forward and sends no event", 0, (app) => {
    equal(theApplication().policy, 0);
    clickDock();
    when(isActive, () => {
      deepEqual([app.received, isActive()], [[], true]);
      app.quit(0);
    });
  }),
  {
    name: "in a bundle it is in the Dock or not, as its Info.plist says",
    code: 0,
    hasDisplay: true,
    isEarly: true,
    act(app) {
      machine.bundleIdentifier = stageApp.identifier;
      void app.calls["app.begin"](stageApp);
      equal(theApplication().policy, unsaid);
      app.quit(0);
    },
  },
  begun("it leaves the Dock and comes back, which brings it forward", 0, (app) => {
    for (const [policy, number] of [
      ["accessory", 1],
      ["prohibited", 2],
      ["regular", 0],
    ] as const) {
      void app.calls["app.setActivationPolicy"]({ policy });
      equal(theApplication().policy, number);
    }
    when(isActive, () => {
      equal(isActive(), true);
      app.quit(0);
    });
  }),
  begun("it is hidden and shown as a whole", 0, (app) => {
    enterApp();
    for (const visible of [false, true]) {
      withPool(() => void app.calls["app.setVisible"]({ visible }));
      equal(theApplication().isHidden, !visible);
    }
    app.quit(0);
  }),
  begun("AppKit adds no entries about tabs to its menus", 0, (app) => {
    equal(WindowFrame.allowsTabs, false);
    app.quit(0);
  }),
  begun("the panel about it has its name, also without a bundle", 0, (app) => {
    const delegate = theApplication().ofDelegate.value;
    if (delegate === null) throw new Error("Cannot ask for the panel: the app has no delegate");
    tell(delegate, "showAbout:", null);
    deepEqual(theApplication().aboutPanels, [{ NSAboutPanelOptionApplicationName: stageApp.name }]);
    app.quit(0);
  }),
  begun(
    "its icon in the Dock is its own in development, and that of the bundle where there is one",
    0,
    (app) => {
      const setIcon = (): boolean => {
        withPool(() => void app.calls["app.setIcon"]({ icon: Buffer.from(png, "base64") }));
        return theApplication().icon.value !== null;
      };
      machine.bundleIdentifier = stageApp.identifier;
      equal(setIcon(), false);
      machine.bundleIdentifier = null;
      equal(setIcon(), true);
      app.quit(0);
    },
  ),
  {
    name: "without a window server it hears that it cannot begin, and ends as it says",
    code: 1,
    hasDisplay: false,
    act(app) {
      throws(() => app.calls["app.begin"](stageApp), /Cannot open a display \(no window server\)/);
      app.quit(1);
    },
  },
];
