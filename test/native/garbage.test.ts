import { expect, test } from "bun:test";
import { Garbage, collectionPause } from "../../src/native/garbage.ts";

test("garbage is collected once after a while, and an app in which nothing happens is not woken", () => {
  const due: (() => void)[] = [];
  let collections = 0;
  const garbage = new Garbage({
    later: (milliseconds, task) => {
      expect(milliseconds).toBe(collectionPause);
      due.push(task);
    },
    collect: () => void collections++,
  });
  for (let message = 0; message < 100; message++) garbage.left();
  expect(due).toHaveLength(1);
  due.shift()?.();
  expect(collections).toBe(1);
  expect(due).toEqual([]);
  garbage.left();
  expect(due).toHaveLength(1);
});
