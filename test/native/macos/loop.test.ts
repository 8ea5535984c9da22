// The loop of AppKit, and the replacement of Bun's timers while it runs.
import { afterEach, describe, expect, test } from "bun:test";
import { Worker } from "node:worker_threads";
import { session } from "../../../harness/objective-c/app-kit/core-graphics.ts";
import { postEvent, turn } from "../../../harness/objective-c/loop.ts";
import { checkViolations, heldByApp, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { betweenEvents, later, Loop, soon } from "../../../src/native/macos/loop.ts";
import { openWaker } from "../../../src/native/macos/wake.ts";
import { wakeBy } from "../../../src/native/wake.ts";

useStandIn();
afterEach(() => checkViolations());

/** Runs the loop until `begin` or its effect ends it. */
function run(begin: (end: (code?: number) => void) => void): number {
  const loop = new Loop();
  begin((code = 0) => loop.quit(code));
  return loop.run();
}

describe("the loop", () => {
  test("ends with the given code", () => {
    expect(run((end) => soon(() => end(7)))).toBe(7);
  });

  test("does not begin after a call to end", () => {
    expect(run((end) => end(3))).toBe(3);
  });

  test("runs where no windows can be shown, and asks nothing of AppKit", () => {
    session.isThere = false;
    try {
      expect(run((end) => later(5, () => soon(() => end(4))))).toBe(4);
    } finally {
      session.isThere = true;
    }
  });
});

describe("tasks", () => {
  test("run in their order, those of a turn before those they ask for, and timers when they are due", () => {
    const ran: string[] = [];
    run((end) => {
      const tell = (what: string): void => {
        if (ran.push(what) === 4) end();
      };
      later(2, () => tell("timer"));
      soon(() => {
        tell("first");
        soon(() => tell("third"));
      });
      soon(() => tell("second"));
    });
    // A slow machine comes to the timer before the third.
    expect(ran.filter((one) => one !== "timer")).toEqual(["first", "second", "third"]);
    expect(ran).toContain("timer");
  });

  test("between events wait while one is handled, in whatever loop that happens", () => {
    const ran: string[] = [];
    run((end) =>
      postEvent(() => {
        betweenEvents(() => {
          ran.push("between events");
          end();
        });
        soon(() => ran.push("in the event"));
        turn(false, true);
        ran.push("after it");
      }),
    );
    expect(ran).toEqual(["in the event", "after it", "between events"]);
  });

  test("between events have run when the loop has ended, once", () => {
    let ran = 0;
    const before = heldByApp();
    for (let round = 0; round < 2; round++)
      run((end) => {
        end();
        betweenEvents(() => ran++);
      });
    expect(ran).toBe(2);
    run((end) => later(1, end));
    expect([ran, heldByApp()]).toEqual([2, before]);
  });

  test("that are called off never run, and may be called off again", () => {
    let ran = 0;
    run((end) => {
      const callOff = later(1, () => ran++);
      callOff();
      callOff();
      const late = later(1, () => {
        late();
        later(5, end);
      });
    });
    expect(ran).toBe(0);
  });

  test("have their promises go on", () => {
    const code = run((end) => {
      soon(() => void Promise.resolve().then(() => Promise.resolve().then(() => end(5))));
    });
    expect(code).toBe(5);
  });

  test("are let go of: of a thousand nothing is left", () => {
    const before = heldByApp();
    run((end) => {
      for (let count = 0; count < 1000; count++) {
        soon(() => {});
        later(1, () => {});
        later(1000, () => {})();
      }
      later(50, end);
    });
    expect(heldByApp()).toEqual(before);
  });
});

describe("wakes", () => {
  test("of another thread are answered, many of them by one", async () => {
    let drained = 0;
    const waker = openWaker(() => ++drained < 0);
    const url = new URL("./programs/waking-thread.ts", import.meta.url);
    const worker = new Worker(url, { workerData: { waker, times: 10_000 } });
    const { promise, resolve } = Promise.withResolvers<void>();
    worker.once("exit", () => resolve());
    run((end) => {
      const look = (): void => {
        if (drained > 0) end();
        else later(2, look);
      };
      look();
    });
    await promise;
    expect(drained).toBeGreaterThan(0);
    expect(drained).toBeLessThan(10_000);
  });

  test("that come while one is answered are answered, too", () => {
    let drained = 0;
    const loop = new Loop();
    const wake = wakeBy(
      openWaker(() => {
        drained++;
        if (drained < 3) wake();
        else loop.quit(0);
        return false;
      }),
    );
    wake();
    loop.run();
    expect(drained).toBe(3);
  });

  test("that are not done with are answered again, after an event and a timer that wait", () => {
    const reported: string[] = [];
    const loop = new Loop();
    const wake = wakeBy(
      openWaker(() => {
        reported.push("wake");
        if (reported.length === 1) {
          postEvent(() => reported.push("event"));
          later(0, () => reported.push("timer"));
        }
        if (reported.length < 6) return true;
        loop.quit(0);
        return false;
      }),
    );
    wake();
    loop.run();
    expect(reported).toEqual(["wake", "timer", "event", "wake", "wake", "wake"]);
  });
});
