import { afterEach, expect, jest, test } from "bun:test";
import { ByteBudget, type Share } from "../../src/app/calls/byte-budget.ts";

const signal = new AbortController().signal;

afterEach(() => void jest.useRealTimers());

/** Whether it has its turn, once all that can go on has gone on. */
async function has(turn: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  turn.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  for (let i = 0; i < 10; i++) await Promise.resolve();
  return isOver;
}

/** An answer that has all that it holds. */
function full(room: ByteBudget, document: number, bytes: number): Share {
  const share = room.share(document);
  expect(room.tryReserve(share, bytes)).toBe(true);
  share.touch(bytes);
  return share;
}

test("a request that fits begins at once, a larger one when there is room", async () => {
  const room = new ByteBudget({ most: 100 });
  const [one, other] = [full(room, 1, 60), room.share(1)];
  expect(room.tryReserve(other, 60)).toBe(false);
  const turn = room.reserve(other, 60, signal);
  expect(await has(turn)).toBe(false);
  one[Symbol.dispose]();
  await turn;
  expect(other.bytes).toBe(60);
});

test("a request larger than the room has it alone", async () => {
  const room = new ByteBudget({ most: 100 });
  const small = full(room, 1, 10);
  const large = room.share(1);
  const turn = room.reserve(large, 1000, signal);
  expect(await has(turn)).toBe(false);
  // Not past it.
  expect(room.tryReserve(room.share(2), 10)).toBe(false);
  small[Symbol.dispose]();
  await turn;
  const next = room.share(1);
  const nextTurn = room.reserve(next, 1, signal);
  expect(await has(nextTurn)).toBe(false);
  large[Symbol.dispose]();
  await nextTurn;
});

test("documents take turns", async () => {
  const room = new ByteBudget({ most: 100 });
  const first = full(room, 1, 100);
  const begun: number[] = [];
  const turns = [1, 1, 1, 2, 3].map(async (document) => {
    using share = room.share(document);
    await room.reserve(share, 100, signal);
    begun.push(document);
  });
  first[Symbol.dispose]();
  await Promise.all(turns);
  expect(begun).toEqual([1, 2, 3, 1, 1]);
});

test("answers that grow and all wait go on one after the other", async () => {
  const room = new ByteBudget({ most: 100 });
  const shares = Array.from({ length: 4 }, () => full(room, 1, 25));
  const turns = shares.map((share) => room.reserve(share, 80, signal));
  expect(await Promise.all(turns.map(has))).toEqual([true, false, false, false]);
  for (const [at, share] of shares.entries()) {
    await turns[at];
    share.touch(80);
    share[Symbol.dispose]();
  }
});

test("a page that goes while it waits does not block others", async () => {
  const room = new ByteBudget({ most: 100 });
  const first = full(room, 1, 100);
  const gone = new AbortController();
  const turns = [
    room.reserve(room.share(2), 100, gone.signal),
    room.reserve(room.share(3), 50, signal),
  ];
  gone.abort();
  await expect(turns[0] as Promise<void>).rejects.toBe(gone.signal.reason);
  first[Symbol.dispose]();
  await turns[1];
});

test("a stalled request keeps its share, and others go on", async () => {
  jest.useFakeTimers();
  const room = new ByteBudget({ most: 100 });
  const stalled = room.share(1);
  expect(room.tryReserve(stalled, 100)).toBe(true);
  stalled.touch(10);
  const turn = room.reserve(room.share(2), 90, signal);
  jest.advanceTimersByTime(1000);
  expect(await has(turn)).toBe(false);
  jest.advanceTimersByTime(2000);
  await turn;
  expect(stalled.bytes).toBe(10);
  // It goes on, and takes its turn.
  expect(room.tryReserve(stalled, 100)).toBe(false);
});

test("of answers that have stalled and hold too much the largest ends", async () => {
  jest.useFakeTimers();
  const room = new ByteBudget({ most: 100 });
  const ended: string[] = [];
  const hold = async (name: string, bytes: number): Promise<void> => {
    const share = room.share(1);
    const turn = room.reserve(share, bytes, signal);
    jest.advanceTimersByTime(3000);
    await turn;
    share.touch(bytes);
    share.evict = () => {
      ended.push(name);
      share[Symbol.dispose]();
    };
  };
  await hold("one", 90);
  await hold("two", 120);
  const turn = room.reserve(room.share(2), 50, signal);
  expect(await has(turn)).toBe(false);
  jest.advanceTimersByTime(3000);
  await turn;
  expect(ended).toEqual(["two"]);
});
