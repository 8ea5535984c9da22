import { expect, test } from "bun:test";
import { LockTable } from "../../src/app/calls/lock-table.ts";

/** Operations by name, which record their beginning and end on request. */
function operations() {
  const table = new LockTable();
  const begun: string[] = [];
  const run = (name: string, exclusive: readonly string[], shared: readonly string[] = []) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const done = table.run({ exclusive, shared }, () => {
      begun.push(name);
      return promise;
    });
    return {
      end: async () => {
        resolve();
        await done;
        await Promise.resolve();
      },
      fail: async () => {
        reject(new Error("broken"));
        await done.catch(() => {});
        await Promise.resolve();
      },
    };
  };
  return { begun, run };
}

test("operations on one name run one after the other, also after one that fails", async () => {
  const { begun, run } = operations();
  const [a, b] = [run("a", ["x"]), run("b", ["x"])];
  run("c", ["x"]);
  run("other", ["y"]);
  expect(begun).toEqual(["a", "other"]);
  await a.fail();
  expect(begun).toEqual(["a", "other", "b"]);
  await b.end();
  expect(begun).toEqual(["a", "other", "b", "c"]);
});

test("those that share a name run side by side, between those that have it alone", async () => {
  const { begun, run } = operations();
  const first = run("first", ["folder"]);
  const shared = ["one", "two"].map((name) => run(name, [name], ["folder"]));
  const last = run("last", ["folder"]);
  run("after", ["three"], ["folder"]);
  expect(begun).toEqual(["first"]);
  await first.end();
  expect(begun).toEqual(["first", "one", "two"]);
  await shared[1]?.end();
  expect(begun).toEqual(["first", "one", "two"]);
  await shared[0]?.end();
  expect(begun).toEqual(["first", "one", "two", "last"]);
  await last.end();
  expect(begun.at(-1)).toBe("after");
});

test("operations on several names lock each other out in no order", async () => {
  const { begun, run } = operations();
  const [ab, ba] = [run("ab", ["a", "b"]), run("ba", ["b", "a"])];
  run("a in a", ["a", "a"], ["a"]);
  expect(begun).toEqual(["ab"]);
  await ab.end();
  await ba.end();
  expect(begun).toEqual(["ab", "ba", "a in a"]);
});

test("a caller waits for earlier operations on its names, and none waits for it", async () => {
  const table = new LockTable();
  const begun: string[] = [];
  const turns = ["a", "in a", "other"].map(() => Promise.withResolvers<void>());
  const work = (index: number) => () => turns[index]?.promise;
  const first = table.run({ exclusive: ["a"], shared: [] }, work(0));
  const inA = table.run({ exclusive: ["a/b"], shared: ["a"] }, work(1));
  void table.run({ exclusive: ["c"], shared: [] }, work(2));
  const settled = table
    .settled(() => ({ exclusive: ["a"], shared: [] }))
    .then(() => begun.push("settled"));
  const below = table
    .settled(() => ({ exclusive: ["a/d"], shared: ["a"] }))
    .then(() => begun.push("below"));
  const later = table.run({ exclusive: ["a/c"], shared: ["a"] }, () => begun.push("later"));
  turns[0]?.resolve();
  await Promise.all([first, below, later]);
  expect(begun.toSorted()).toEqual(["below", "later"]);
  turns[1]?.resolve();
  await Promise.all([inA, settled]);
  expect(begun.at(-1)).toBe("settled");
});
