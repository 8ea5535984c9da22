import { struct } from "../../ffi/struct.ts";

// The structs of `QueryDisplayConfig` and `DisplayConfigGetDeviceInfo` (user32.ts) about monitors.
// Names follow wingdi.h.

const adapter = struct({ LowPart: "u32", HighPart: "i32" });

export const DISPLAYCONFIG_PATH_SOURCE_INFO = struct({
  adapterId: adapter,
  id: "u32",
  modeInfoIdx: "u32",
  statusFlags: "u32",
});

const rational = struct({ Numerator: "u32", Denominator: "u32" });

export const DISPLAYCONFIG_PATH_TARGET_INFO = struct({
  adapterId: adapter,
  id: "u32",
  modeInfoIdx: "u32",
  outputTechnology: "u32",
  rotation: "u32",
  scaling: "u32",
  refreshRate: rational,
  scanLineOrdering: "u32",
  targetAvailable: "i32",
  statusFlags: "u32",
});

/** A path from a part of the desktop to a monitor. */
export const DISPLAYCONFIG_PATH_INFO = struct({
  sourceInfo: DISPLAYCONFIG_PATH_SOURCE_INFO,
  targetInfo: DISPLAYCONFIG_PATH_TARGET_INFO,
  flags: "u32",
});

export const DISPLAYCONFIG_DEVICE_INFO_HEADER = struct({
  type: "u32",
  size: "u32",
  adapterId: adapter,
  id: "u32",
});

export const DISPLAYCONFIG_SOURCE_DEVICE_NAME = struct({
  header: DISPLAYCONFIG_DEVICE_INFO_HEADER,
  viewGdiDeviceName: ["u16", 32],
});

export const DISPLAYCONFIG_TARGET_DEVICE_NAME = struct({
  header: DISPLAYCONFIG_DEVICE_INFO_HEADER,
  flags: "u32",
  outputTechnology: "u32",
  edidManufactureId: "u16",
  edidProductCodeId: "u16",
  connectorInstance: "u32",
  monitorFriendlyDeviceName: ["u16", 64],
  monitorDevicePath: ["u16", 128],
});

export const DISPLAYCONFIG_MODE_INFO = struct({
  infoType: "u32",
  id: "u32",
  adapterId: adapter,
  targetMode: ["u8", 48],
});
