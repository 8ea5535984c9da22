// The app as macOS sees it: in the Dock, asked to end, hidden, in development.
import { afterEach, describe, expect, spyOn, test } from "bun:test";
import { session } from "../../../harness/objective-c/app-kit/core-graphics.ts";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { NSMenu } from "../../../harness/objective-c/app-kit/ns-menu.ts";
import { clickDock, enterApp, leaveApp, quit, quitFromOutside } from "../../../harness/objective-c/driver.ts";
import { signal } from "../../../harness/objective-c/dispatch.ts";
import { machine } from "../../../harness/objective-c/foundation/system.ts";
import { checkViolations, standIn, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { tell } from "../../../harness/objective-c/tell.ts";
import "../../../harness/wkwebview/all-classes.ts";
import { stageApp, type Emitted } from "../../../src/native/conformance/stage.ts";
import { open } from "../../../src/native/macos/index.ts";
import { later, soon } from "../../../src/native/macos/loop.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";
import type { Platform } from "../../../src/native/platform.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

useStandIn();
afterEach(() => checkViolations());

/** An app without windows that has begun, and ends with 9 when it is asked to, after a while. */
class StagedApp {
  readonly emitted: Emitted[] = [];
  readonly platform: Platform;
  #ends = false;

  constructor() {
    this.platform = open(
      { emit: (event, payload) => this.#heard({ event, payload } as Emitted) },
      { runtime: standIn },
    );
    this.platform.load();
  }

  /** Runs the loop, with `act` in it, until the app ends. */
  run(act: (app: this) => void): number {
    soon(() => {
      void this.platform.calls["app.begin"](stageApp);
      act(this);
    });
    return this.platform.run();
  }

  // The app thread takes its time: what runs before the end may do so for three seconds.
  #heard(emitted: Emitted): void {
    this.emitted.push(emitted);
    if (emitted.event !== "app.terminate" || this.#ends) return;
    this.#ends = true;
    later(50, () => this.quit(9));
  }

  quit(code: number): void {
    void this.platform.calls["app.quit"]({ code });
  }

  get told(): readonly string[] {
    return this.emitted.map(({ event }) => event);
  }
}

describe("an app is asked to end", () => {
  test("by its menu: it goes on until it has ended by itself, and says with which code", () => {
    const app = new StagedApp();
    const meanwhile: boolean[] = [];
    const code = app.run(() => {
      quit();
      later(10, () => meanwhile.push(theApplication().isTerminating));
    });
    expect([code, app.told, meanwhile]).toEqual([9, ["app.terminate"], [false]]);
  });

  test("by its menu again, while it does", () => {
    const app = new StagedApp();
    const code = app.run(() => {
      quit();
      later(10, quit);
    });
    expect([code, app.told]).toEqual([9, ["app.terminate", "app.terminate"]]);
  });

  test("from outside: who asks waits until it has, and everything goes on meanwhile", () => {
    const exit = spyOn(process, "exit").mockImplementation((() => {}) as never);
    try {
      const app = new StagedApp();
      const meanwhile: boolean[] = [];
      app.run(() => {
        quitFromOutside();
        later(10, () => meanwhile.push(theApplication().isTerminating));
      });
      expect([app.told, meanwhile, exit.mock.calls]).toEqual([["app.terminate"], [true], [[9]]]);
    } finally {
      exit.mockRestore();
      theApplication().hasEnded = false;
    }
  });

  test("by a signal", () => {
    const app = new StagedApp();
    expect([app.run(() => signal(15)), app.emitted]).toEqual([
      9,
      [{ event: "app.terminate", payload: { reason: "SIGTERM" } }],
    ]);
  });

  test("while a menu is open, which has a loop of its own", () => {
    const app = new StagedApp();
    const code = app.run(() => {
      const bar = theApplication().menu.value;
      if (!(bar instanceof NSMenu)) throw new Error("Cannot open the menu bar: the app has none");
      later(10, () => quit());
      bar.track();
    });
    expect([code, app.told]).toEqual([9, ["app.terminate"]]);
  });

  test("and ends without being asked, too", () => {
    const app = new StagedApp();
    expect([app.run(() => app.quit(4)), app.told]).toEqual([4, []]);
  });
});

test("an app is in the Dock, is brought back by it, and its windows are AppKit's to bring back", () => {
  const app = new StagedApp();
  app.run(() => {
    expect(theApplication().policy).toBe(0);
    clickDock();
    later(5, () => app.quit(0));
  });
  expect(app.told).toEqual([]);
});

test("an app is hidden and shown as a whole", () => {
  const app = new StagedApp();
  app.run(() => {
    enterApp();
    withPool(() => void app.platform.calls["app.setVisible"]({ visible: false }));
    expect(theApplication().isHidden).toBe(true);
    withPool(() => void app.platform.calls["app.setVisible"]({ visible: true }));
    expect(theApplication().isHidden).toBe(false);
    leaveApp();
    app.quit(0);
  });
});

test("the panel about an app has its name, also without a bundle", () => {
  const app = new StagedApp();
  app.run(() => {
    tell(theApplication().ofDelegate.value ?? theApplication(), "showAbout:", null);
    app.quit(0);
  });
  expect(theApplication().aboutPanels.at(-1)).toEqual({ NSAboutPanelOptionApplicationName: stageApp.name });
});

describe("the icon in the Dock", () => {
  const setIcon = (icon: Uint8Array): void => {
    const app = new StagedApp();
    app.run(() => {
      withPool(() => void app.platform.calls["app.setIcon"]({ icon }));
      app.quit(0);
    });
  };

  test("is the app's own in development, and that of the bundle where there is one", () => {
    theApplication().icon.value = null;
    machine.bundleIdentifier = stageApp.identifier;
    setIcon(Buffer.from(png, "base64"));
    expect(theApplication().icon.value).toBeNull();
    machine.bundleIdentifier = null;
    setIcon(Buffer.from(png, "base64"));
    expect(theApplication().icon.value).not.toBeNull();
  });
});

test("without a window server an app hears that it cannot begin, and ends as it says", () => {
  session.isThere = false;
  try {
    const app = new StagedApp();
    soon(() => {
      expect(() => app.platform.calls["app.begin"](stageApp)).toThrow(
        "Cannot open a display (no window server)",
      );
      app.quit(1);
    });
    expect(app.platform.run()).toBe(1);
  } finally {
    session.isThere = true;
  }
});
