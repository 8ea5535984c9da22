import { expect, test } from "bun:test";
import { Progress, type Clock } from "../../src/cli/progress.ts";
import { recordedTerminal } from "../config/terminal.ts";

/** A clock that a test sets. */
class SetClock implements Clock {
  #time = 0;
  readonly #calls = new Map<() => void, { readonly ms: number; next: number }>();

  now(): number {
    return this.#time;
  }

  every(ms: number, call: () => void): () => void {
    this.#calls.set(call, { ms, next: this.#time + ms });
    return () => this.#calls.delete(call);
  }

  passes(seconds: number): void {
    for (const end = this.#time + seconds * 1000; this.#time < end;) {
      this.#time += 1000;
      for (const [call, due] of this.#calls) {
        if (due.next > this.#time) continue;
        due.next += due.ms;
        call();
      }
    }
  }
}

type Tell = (done: number, work?: string) => void;

/** The output of a step, where "<" begins the line again. */
async function written(
  run: (tell: Tell, clock: SetClock) => void,
  { showsTimes = true, columns = 80 } = {},
): Promise<string> {
  const terminal = recordedTerminal("/");
  const clock = new SetClock();
  const progress = new Progress({ ...terminal, columns }, showsTimes, clock);
  await progress.step("Packing", (tell) => run(tell, clock)).catch(() => null);
  clock.passes(60);
  return terminal.written.err.replaceAll("\r\x1b[KPacking … ", "\n<");
}

test("a terminal shows how much of a step is done, then its time", async () => {
  const half = (fails: boolean) => (tell: Tell) => {
    tell(0.502);
    tell(0.509);
    if (fails) throw new Error("no space left");
  };
  expect(await written(half(false))).toBe("Packing … \n<50 %\n<0.00 s\n");
  expect(await written(half(true))).toBe("Packing … \n<50 %\n<failed\n");
});

test("a step that says nothing shows each second how long it has been", async () => {
  expect(await written((_, clock) => clock.passes(3))).toBe(
    "Packing … \n<1 s\n<2 s\n<3 s\n<3.00 s\n",
  );
});

test("the time left is guessed from the speed since the work began", async () => {
  const text = await written((tell, clock) => {
    tell(0.2, "packing the runtime");
    clock.passes(2);
    tell(0.3, "packing the runtime");
    clock.passes(2);
    tell(0.4, "packing the runtime");
    clock.passes(10);
    tell(0.97, "packing the runtime");
  });
  expect(text.split("\n<")).toEqual([
    "Packing … ",
    "20 %: packing the runtime",
    "30 %: packing the runtime",
    "40 %, about 10 s left: packing the runtime",
    "40 %, a few seconds left: packing the runtime",
    "97 %, a few seconds left: packing the runtime",
    "14.0 s\n",
  ]);
});

test("a line is never longer than the terminal", async () => {
  const text = await written((tell) => tell(0.5, "packing the runtime"), { columns: 24 });
  expect(text).toBe("Packing … \n<50 %\n<0.00 s\n");
});

test("a log has a plain line for a step, and one for each ten seconds of it", async () => {
  const options = { showsTimes: false };
  expect(await written((tell) => tell(0.5), options)).toBe("Packing\n");
  const long = (tell: Tell, clock: SetClock): void => {
    clock.passes(10);
    tell(0.2);
    clock.passes(5);
    tell(0.5, "packing the runtime");
    clock.passes(5);
  };
  expect(await written(long, options)).toBe("Packing\n  10 s\n  50 %: packing the runtime\n");
});
