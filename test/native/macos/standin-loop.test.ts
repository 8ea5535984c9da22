// The loop of the stand-in for Apple's runtime: its wakes, its end, and the release of
// autoreleased objects.
import { afterEach, expect, test } from "bun:test";
import { Worker } from "node:worker_threads";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { signal } from "../../../harness/objective-c/dispatch.ts";
import { NSString } from "../../../harness/objective-c/foundation/ns-string.ts";
import { later, postEvent, soon } from "../../../harness/objective-c/loop.ts";
import { inPool, lend } from "../../../harness/objective-c/pools.ts";
import { checkViolations, standIn, useStandIn } from "../../../harness/objective-c/stand-in.ts";
import { theApplication as ours } from "../../../src/native/macos/app/application.ts";
import { callback } from "../../../src/native/ffi/callback.ts";
import { onMainQueue } from "../../../src/native/macos/main-queue.ts";
import { openWaker } from "../../../src/native/macos/wake.ts";

useStandIn();
inPool(() => ours());

const app = theApplication();

/** Stops the loop as apps do it. */
function stop(): void {
  app["-stop:"](null);
  postEvent(() => {});
}

/** The events in the loop, which `begin` continues and finally ends. */
function run(begin: (reported: string[]) => void): string[] {
  const reported: string[] = [];
  soon(() => begin(reported));
  inPool(() => app["-run"]());
  return reported;
}

afterEach(() => checkViolations());

test("the loop ends after the event that follows its end, and not before", () => {
  const reported = run((reported) => {
    app["-stop:"](null);
    later(1, () => reported.push("a timer"));
    later(2, () => {
      reported.push("another");
      postEvent(() => reported.push("an event"));
    });
  });
  expect(reported).toEqual(["a timer", "another", "an event"]);
});

test("a wake from another thread reaches the main thread", () => {
  let drained = 0;
  const waker = openWaker(() => {
    drained++;
    stop();
    return false;
  });
  const program = `
    import { wakeBy } from ${JSON.stringify(import.meta.resolve("../../../src/native/wake.ts"))};
    import { workerData } from "node:worker_threads";
    wakeBy(workerData)();`;
  new Worker(program, { eval: true, workerData: waker });
  inPool(() => app["-run"]());
  expect(drained).toBe(1);
});

test("a signal reaches who watches for it", () => {
  const reported: number[] = [];
  const handler = callback("L>v", (number) => {
    reported.push(number);
    stop();
  });
  onMainQueue("_dispatch_source_type_signal", 15, handler());
  signal(15);
  inPool(() => app["-run"]());
  expect(reported).toEqual([15]);
});

test("an object borrowed outside of an event is released with the next one", () => {
  const text = NSString.of("lent");
  const reported = run((reported) => {
    lend(text);
    later(1, () => {
      reported.push(`after a timer ${text.isFreed}`);
      postEvent(() => reported.push(`in the event ${text.isFreed}`));
      later(1, () => {
        reported.push(`after it ${text.isFreed}`);
        stop();
      });
    });
  });
  expect(reported).toEqual(["after a timer false", "in the event false", "after it true"]);
});

test("the loop does not run within itself", () => {
  expect(
    run((reported) => {
      try {
        standIn.send(app.address, "run", ">v", []);
      } catch (error) {
        reported.push((error as Error).message);
      }
      stop();
    }),
  ).toEqual(['"run" within "run"']);
  expect(checkViolations).toThrow('"run" within "run"');
});
