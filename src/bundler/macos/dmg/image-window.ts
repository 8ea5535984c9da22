import { alias } from "../../write/alias.ts";
import { dsStore, type StoreRecord } from "../../write/ds-store.ts";
import { hfsTime } from "../../write/hfsplus/volume.ts";
import { storedName } from "../../write/hfsplus/names.ts";
import { binaryPlist } from "../../write/property-list.ts";
import type { DmgApp } from "./dmg-app.ts";

/** The layout of a disk image's window. */
export interface ImageWindow extends Pick<
  DmgApp,
  "windowPosition" | "windowSize" | "appPosition" | "applicationFolderPosition"
> {
  readonly volume: string;
  readonly time: number;
  readonly appName: string;
  readonly applicationsName: string;
  /** From the root of the volume; `null`: no background image. */
  readonly background: readonly { readonly name: string; readonly number: number }[] | null;
}

const iconSize = 128;
/** The position of windows without one of their own. */
const usualPosition = { x: 200, y: 120 };

/**
 * Makes the .DS_Store of the root of a disk image.
 *
 * The background is named by an alias only: newer systems prefer a bookmark, and only the system
 * itself can create one.
 */
export function imageWindow(window: ImageWindow): Buffer {
  const { windowSize: size, background, volume, time } = window;
  const position = window.windowPosition ?? usualPosition;
  const frame = {
    ContainerShowSidebar: false,
    PreviewPaneVisibility: false,
    ShowPathbar: false,
    ShowSidebar: false,
    ShowStatusBar: false,
    ShowTabView: false,
    ShowToolbar: false,
    SidebarWidth: 0,
    WindowBounds: `{{${position.x}, ${position.y}}, {${size.width}, ${size.height}}}`,
  };
  const view = {
    arrangeBy: "none",
    backgroundColorBlue: 1,
    backgroundColorGreen: 1,
    backgroundColorRed: 1,
    ...(background !== null && {
      backgroundImageAlias: alias({ volume, time: hfsTime(time), path: background }),
    }),
    backgroundType: background === null ? 0 : 2,
    gridOffsetX: 0,
    gridOffsetY: 0,
    gridSpacing: 100,
    iconSize,
    labelOnBottom: true,
    scrollPositionX: 0,
    scrollPositionY: 0,
    showIconPreview: false,
    showItemInfo: false,
    textSize: 12,
    viewOptionsVersion: 1,
  };
  const blob = (name: string, key: string, bytes: Buffer): StoreRecord => ({
    name,
    key,
    value: { type: "blob", bytes },
  });
  return dsStore([
    blob(".", "bwsp", binaryPlist(frame)),
    { name: ".", key: "icvl", value: { type: "type", name: "icnv" } },
    blob(".", "icvp", binaryPlist(view)),
    { name: ".", key: "vSrn", value: { type: "long", number: 1 } },
    blob(storedName(window.appName), "Iloc", place(window.appPosition)),
    blob(window.applicationsName, "Iloc", place(window.applicationFolderPosition)),
  ]);
}

/** The centre of an icon. */
function place({ x, y }: { readonly x: number; readonly y: number }): Buffer {
  const bytes = Buffer.from("0000000000000000ffffffffffff0000", "hex");
  bytes.writeUInt32BE(x, 0);
  bytes.writeUInt32BE(y, 4);
  return bytes;
}
