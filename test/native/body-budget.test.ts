import { expect, test } from "bun:test";
import { BodyBudget } from "../../src/native/page/body-budget.ts";
import { limits } from "../../src/contract/limits.ts";

const most = limits.bodiesHeld.most;
const ofPage = limits.bodiesInFlight.most;

/**
 * Pages that send bodies, each named by the order in which they are read; time passes when `wait`
 * says so.
 */
function pages() {
  const budget = new BodyBudget();
  const timers = new Set<() => void>();
  const later = (_: number, task: () => void): (() => void) => {
    timers.add(task);
    return () => timers.delete(task);
  };
  const read: string[] = [];
  return {
    budget,
    read,
    page: () => ({ later }),
    send: (page: { later: typeof later }, name: string, bytes: number) =>
      budget.reserve(page, bytes, () => read.push(name)),
    wait: (): void => {
      const due = [...timers];
      timers.clear();
      for (const task of due) task();
    },
    timers,
  };
}

test("a body that fits is read at once, and any other when a call has its answer", () => {
  const { budget, page, send, read } = pages();
  const one = page();
  send(one, "a", most - 10);
  send(one, "b", 10);
  send(one, "c", 1);
  expect(read).toEqual(["a", "b"]);
  budget.release(one, 10);
  expect(read).toEqual(["a", "b", "c"]);
});

test("a body that is larger than all the room is read alone", () => {
  const { budget, page, send, read } = pages();
  const one = page();
  send(one, "a", 1);
  send(one, "large", most + 1);
  send(one, "b", 1);
  expect(read).toEqual(["a"]);
  budget.release(one, 1);
  expect(read).toEqual(["a", "large"]);
  budget.release(one, most + 1);
  expect(read).toEqual(["a", "large", "b"]);
});

test("pages take turns, and none overtakes itself", () => {
  const { budget, page, send, read } = pages();
  const [one, other] = [page(), page()];
  send(one, "first", most);
  for (const name of ["a", "b", "c"]) send(one, name, most);
  for (const name of ["x", "y"]) send(other, name, most);
  for (const owner of [one, one, other, one, other]) budget.release(owner, most);
  expect(read).toEqual(["first", "a", "x", "b", "y", "c"]);
});

test("calls that wait for a later one of their page do not lock it out, up to the limit of the page", () => {
  const { page, send, read, wait } = pages();
  const one = page();
  for (let number = 0; number < 6; number++) send(one, `${number}`, most);
  expect(read).toEqual(["0"]);
  for (let round = 0; round < 10; round++) wait();
  expect(read.length).toBe(ofPage / most);
});

test("a page that has all it may hold up no other one", () => {
  const { page, send, read, wait } = pages();
  const [one, other] = [page(), page()];
  for (let number = 0; number < 6; number++) send(one, `${number}`, most);
  for (let round = 0; round < 10; round++) wait();
  send(other, "other", 5);
  wait();
  expect(read.at(-1)).toBe("other");
});

test("a page that goes takes what waits with it, and nothing is left", () => {
  const { budget, page, send, read, timers } = pages();
  const [one, other] = [page(), page()];
  send(one, "a", most);
  send(one, "b", most);
  send(other, "c", most);
  budget.forget(one);
  budget.release(one, most);
  expect(read).toEqual(["a", "c"]);
  budget.release(other, most);
  expect(timers.size).toBe(0);
});
