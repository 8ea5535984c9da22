import type { Parameter, WindowOperationTable } from "../../contract/window/operations.ts";
import type { WindowValueKind } from "../../contract/window/values.ts";
import type {
  CursorIcon,
  PixelPosition,
  PixelSize,
  Theme,
  WindowState,
} from "../../contract/window/window.ts";
import type { UserAttentionType } from "./user-attention.ts";
import type {
  LogicalPosition,
  LogicalSize,
  PhysicalPosition,
  PhysicalSize,
} from "./window-units.ts";

/** The page's type for each kind of value. */
interface PageValues {
  flag: boolean;
  text: string;
  attention: UserAttentionType | null;
  size: LogicalSize | PhysicalSize;
  sizeLimit: LogicalSize | PhysicalSize | null | undefined;
  position: LogicalPosition | PhysicalPosition;
  cursorIcon: CursorIcon;
  theme: Theme | null;
  picture: string | Uint8Array;
}

type Operation<Row> =
  Row extends Parameter<string, infer Kind extends WindowValueKind>
    ? (value: PageValues[Kind]) => Promise<void>
    : () => Promise<void>;

type Read<State> = State extends PixelSize
  ? PhysicalSize
  : State extends PixelPosition
    ? PhysicalPosition
    : State;

/**
 * A method for each readable field of a window, and for each row of the table of window operations.
 * A method may promise less than it returns (`theme`), and accept more than it must (`setTitle`).
 */
export type WindowMethods = {
  readonly [N in keyof WindowState]: () => Promise<Read<WindowState[N]> | null>;
} & {
  readonly [N in keyof WindowOperationTable]: Operation<WindowOperationTable[N]>;
};
