import { expect, test } from "bun:test";
import type { Address } from "../../src/native/ffi/signature.ts";
import { library } from "../../src/native/linux/library.ts";
import { gtkPackages } from "../../src/native/linux/lib/packages.ts";
import { takeList } from "../../src/native/linux/memory.ts";
import { missingPrograms } from "../../harness/display.ts";

const glib = library("libglib-2.0.so.0", gtkPackages, { g_slist_prepend: "nn>n" });
const canLoad = missingPrograms().length === 0;

function listOf(items: readonly number[]): Address | null {
  return items
    .toReversed()
    .reduce<Address | null>((rest, item) => glib.g_slist_prepend(rest, item), null);
}

test.skipIf(!canLoad)("a list has its items in their order, without those that are nothing", () => {
  expect(takeList(null)).toEqual([]);
  expect(takeList(listOf([3, 0, 1, 2]))).toEqual([3, 1, 2]);
});

// A quadratic algorithm would take minutes, in which every window stands still.
test.skipIf(!canLoad)("a list of 300,000 files that were chosen is read in one pass", () => {
  const items = Array.from({ length: 300_000 }, (_, index) => index + 1);
  expect(takeList(listOf(items))).toEqual(items);
});
