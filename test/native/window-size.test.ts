// The calls to GTK about a window's size. No test shows the look of windows with so many pixels:
// each takes half a gigabyte of memory.

import { expect, test } from "bun:test";
import { wholeSize } from "../../src/native/linux/window/surface.ts";
import { sizeWithin } from "../../src/native/linux/window/placement.ts";
import { noLimit } from "../../src/native/shell/window/size-limits.ts";

const most = 2 ** 26;

test("a size that can be drawn stays as it is, rounded", () => {
  expect(wholeSize({ width: 800.4, height: 599.5 }, 1)).toEqual({ width: 800, height: 600 });
  expect(wholeSize({ width: 0, height: -3 }, 2)).toEqual({ width: 1, height: 1 });
  expect(wholeSize({ width: 8192, height: 8192 }, 1)).toEqual({ width: 8192, height: 8192 });
  expect(wholeSize({ width: 40_000, height: 1000 }, 1)).toEqual({ width: 32_767, height: 1000 });
});

test("one of more pixels becomes smaller in the same shape, at every scale", () => {
  expect(wholeSize({ width: 30_000, height: 30_000 }, 1)).toEqual({ width: 8192, height: 8192 });
  expect(wholeSize({ width: 30_000, height: 30_000 }, 2)).toEqual({ width: 4096, height: 4096 });
  for (const scale of [1, 2, 3])
    for (const height of [9000, 20_000, 1e9]) {
      const size = wholeSize({ width: 32_000, height }, scale);
      expect(size.width * size.height * scale ** 2).toBeLessThanOrEqual(most);
      expect(size.width / size.height).toBeCloseTo(32_000 / Math.min(height, 32_767), 2);
    }
});

test("limits beyond what can be drawn make no window larger than that", () => {
  const min = { width: 30_000, height: 30_000 };
  for (const scale of [1, 2]) {
    const { width, height } = sizeWithin({ min, max: noLimit }, { width: 500, height: 400 }, scale);
    expect([width * scale, height * scale]).toEqual([8192, 8192]);
  }
  const max = { width: 300, height: null };
  expect(sizeWithin({ min: noLimit, max }, { width: 500, height: 400 }, 1)).toEqual({
    width: 300,
    height: 400,
  });
});
