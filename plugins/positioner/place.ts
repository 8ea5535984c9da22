import { Position } from "./position.ts";

/** Pixels of the screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Area extends Point, Size {}

/** Whether a position is beside the tray icon. */
export function isAtTray(position: Position): boolean {
  return position >= Position.TrayLeft;
}

/** The top left corner of a window: inside the area, if it fits. */
export function placeOf(position: Position, window: Size, area: Area, click: Point | null): Point {
  const [x, y] = ways[position];
  const place = {
    x: across[x](window.width, { start: area.x, length: area.width, click: click?.x ?? 0 }),
    y: across[y](window.height, { start: area.y, length: area.height, click: click?.y ?? 0 }),
  };
  return {
    x: within(place.x, window.width, area.x, area.width),
    y: within(place.y, window.height, area.y, area.height),
  };
}

interface Line {
  readonly start: number;
  readonly length: number;
  /** The position of the tray icon. */
  readonly click: number;
}

const across = {
  start: (_: number, { start }: Line) => start,
  middle: (length: number, line: Line) => Math.round(line.start + (line.length - length) / 2),
  end: (length: number, line: Line) => line.start + line.length - length,
  /** Begins at the icon. */
  from: (_: number, { click }: Line) => click,
  /** Centred on the icon. */
  around: (length: number, { click }: Line) => Math.round(click - length / 2),
  /** Ends at the icon. */
  to: (length: number, { click }: Line) => click - length,
  /** Ends at the icon, or begins there if it does not fit before it. */
  before: (length: number, { start, click }: Line) =>
    click - length < start ? click : click - length,
} as const;

type Way = keyof typeof across;

const ways: Readonly<Record<Position, readonly [x: Way, y: Way]>> = {
  [Position.TopLeft]: ["start", "start"],
  [Position.TopRight]: ["end", "start"],
  [Position.BottomLeft]: ["start", "end"],
  [Position.BottomRight]: ["end", "end"],
  [Position.TopCenter]: ["middle", "start"],
  [Position.BottomCenter]: ["middle", "end"],
  [Position.LeftCenter]: ["start", "middle"],
  [Position.RightCenter]: ["end", "middle"],
  [Position.Center]: ["middle", "middle"],
  [Position.TrayLeft]: ["from", "before"],
  [Position.TrayBottomLeft]: ["from", "from"],
  [Position.TrayRight]: ["to", "before"],
  [Position.TrayBottomRight]: ["to", "from"],
  [Position.TrayCenter]: ["around", "before"],
  [Position.TrayBottomCenter]: ["around", "from"],
};

function within(place: number, length: number, start: number, room: number): number {
  return Math.max(start, Math.min(place, start + room - length));
}
