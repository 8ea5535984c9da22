import { FrameworkError, type WindowStateFlag } from "framework/app";

/** The flags by their numbers, as pages pass them. */
const byNumber: readonly (readonly [number, WindowStateFlag])[] = [
  [1, "size"],
  [2, "position"],
  [4, "maximized"],
  [8, "visible"],
  [16, "decorations"],
  [32, "fullscreen"],
];
const all = 63;

/** @throws FrameworkError `bad-argument` for a number with bits that are no flags */
export function flagsOf(flags: number): readonly WindowStateFlag[] {
  if (!Number.isSafeInteger(flags) || flags < 0 || flags > all)
    throw new FrameworkError("bad-argument", `Invalid state flags bits: ${flags}`);
  return byNumber.filter(([bit]) => (flags & bit) !== 0).map(([, flag]) => flag);
}
