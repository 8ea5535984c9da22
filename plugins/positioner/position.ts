/** The target of a window. Those of `Tray` are beside the last clicked icon. */
export const Position = {
  TopLeft: 0,
  TopRight: 1,
  BottomLeft: 2,
  BottomRight: 3,
  TopCenter: 4,
  BottomCenter: 5,
  LeftCenter: 6,
  RightCenter: 7,
  Center: 8,
  TrayLeft: 9,
  TrayBottomLeft: 10,
  TrayRight: 11,
  TrayBottomRight: 12,
  TrayCenter: 13,
  TrayBottomCenter: 14,
} as const;

export type Position = (typeof Position)[keyof typeof Position];

/** Pixels of the screen. */
export interface Offset {
  x?: number;
  y?: number;
}
