import { expect, test } from "bun:test";
import { TimeSlice } from "../../src/native/time-slice.ts";

/** Slices on a clock that the test moves. */
function onClock(): { readonly slices: TimeSlice; readonly pass: (milliseconds: number) => void } {
  let now = 1000;
  return { slices: new TimeSlice(() => now), pass: (milliseconds) => void (now += milliseconds) };
}

test("messages that wait together are worked off until the slice is over, and then in another one", () => {
  const { slices, pass } = onClock();
  for (let round = 0; round < 2; round++) {
    expect(slices.begin()).toBe(true);
    let worked = 1;
    for (pass(0.5); slices.goesOn(); pass(0.5)) worked++;
    expect(worked).toBe(8);
    pass(0.1);
  }
});

test("messages that come as fast as they are answered use up a slice, too", () => {
  const { slices, pass } = onClock();
  let worked = 0;
  for (; slices.begin(); pass(0.5)) {
    worked++;
    pass(0.5);
    expect(slices.goesOn()).toBe(true);
    slices.end();
  }
  expect(worked).toBe(4);
  expect(slices.begin()).toBe(true);
});

test("messages that come singly never wait", () => {
  const { slices, pass } = onClock();
  for (let count = 0; count < 100; count++) {
    expect(slices.begin()).toBe(true);
    pass(0.5);
    expect(slices.goesOn()).toBe(true);
    slices.end();
    pass(1.5);
  }
});
