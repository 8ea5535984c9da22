// The calls to Windows' desktop window manager about a window without a frame. Only a real Windows
// shows its look.

import { expect, test } from "bun:test";
import { dwmapi } from "../../../src/native/windows/lib/dwmapi.ts";
import { drawBackdrop } from "../../../src/native/windows/window/backdrop.ts";
import { surround, type Surroundings } from "../../../src/native/windows/window/surroundings.ts";

const calls: unknown[] = [];
let isOld = false;
const replace = (name: keyof typeof dwmapi, value: unknown) =>
  Object.defineProperty(dwmapi, name, { value });
replace(
  "DwmSetWindowAttribute",
  (_window: number, attribute: number, value: Int32Array, length: number) => {
    calls.push([attribute, value[0], length]);
    // Windows 10 does not know the corners.
    return attribute === 33 || isOld ? 0x80070057 | 0 : 0;
  },
);
replace("DwmExtendFrameIntoClientArea", (_window: number, margins: Uint8Array) => {
  calls.push([...new Int32Array(margins.buffer, margins.byteOffset, 4)]);
  return 0;
});

const NCRENDERING_POLICY = 2;
const CORNERS = 33;

test.each<[Surroundings, number, number, number]>([
  ["frame", 0, 0, 0],
  ["shadow", 2, 1, 2],
  ["nothing", 0, 0, 1],
])("%s", (surroundings, policy, rows, corners) => {
  calls.length = 0;
  surround(7, surroundings, false);
  expect(calls).toEqual([
    [NCRENDERING_POLICY, policy, 4],
    [0, 0, 0, rows],
    [CORNERS, corners, 4],
  ]);
});

test("a backdrop is behind all of the inside, whatever is around", () => {
  for (const surroundings of ["frame", "shadow", "nothing"] as const) {
    calls.length = 0;
    surround(7, surroundings, true);
    expect(calls[1]).toEqual([-1, -1, -1, -1]);
  }
});

test.each([
  ["mica", 2],
  ["acrylic", 3],
  ["tabbed", 4],
] as const)("%s is asked for by its number, and missed on an older Windows", (effect, type) => {
  calls.length = 0;
  expect(drawBackdrop(7, effect)).toBe(true);
  expect(calls).toEqual([[38, type, 4]]);
  isOld = true;
  expect(drawBackdrop(7, effect)).toBe(false);
  isOld = false;
});
