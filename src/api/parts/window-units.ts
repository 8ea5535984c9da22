import { FrameworkError } from "../../contract/errors.ts";

/** A size in device-independent pixels. */
export class LogicalSize {
  readonly type = "Logical";
  width: number;
  height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }
}

/** A size in pixels of the screen. */
export class PhysicalSize {
  readonly type = "Physical";
  width: number;
  height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  /**
   * @example
   * const size = (await appWindow.innerSize()).toLogical(await appWindow.scaleFactor());
   */
  toLogical(scaleFactor: number): LogicalSize {
    return new LogicalSize(this.width / scaleFactor, this.height / scaleFactor);
  }
}

/** A position in device-independent pixels. */
export class LogicalPosition {
  readonly type = "Logical";
  x: number;
  y: number;

  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
}

/** A position in pixels of the screen. */
export class PhysicalPosition {
  readonly type = "Physical";
  x: number;
  y: number;

  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }

  toLogical(scaleFactor: number): LogicalPosition {
    return new LogicalPosition(this.x / scaleFactor, this.y / scaleFactor);
  }
}

/** A plain object looks like one of the classes, but has no unit. */
export function measured<Measure extends { readonly type: string }>(
  command: string,
  name: "size" | "position",
  measure: Measure,
): Measure {
  if (measure?.type === "Logical" || measure?.type === "Physical") return measure;
  const kind = name === "size" ? "Size" : "Position";
  throw new FrameworkError(
    "bad-argument",
    `Cannot run "${command}": "${name}" must be a Logical${kind} or a Physical${kind}`,
  );
}
