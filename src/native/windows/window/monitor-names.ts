import type { StructValue } from "../../ffi/struct.ts";
import {
  DISPLAYCONFIG_MODE_INFO,
  DISPLAYCONFIG_PATH_INFO,
  DISPLAYCONFIG_SOURCE_DEVICE_NAME,
  DISPLAYCONFIG_TARGET_DEVICE_NAME,
} from "../lib/displayconfig.ts";
import { user32 } from "../lib/user32.ts";
import { wideTextIn } from "../wide-text.ts";

const QDC_ONLY_ACTIVE_PATHS = 2;
const DISPLAYCONFIG_DEVICE_INFO_GET_SOURCE_NAME = 1;
const DISPLAYCONFIG_DEVICE_INFO_GET_TARGET_NAME = 2;
const ERROR_INSUFFICIENT_BUFFER = 122;

/**
 * The manufacturers' names of monitors, by Windows' name for the part of the desktop they show.
 * Monitors without a name, and those of a remote session, are missing.
 */
export function monitorNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of activePaths()) {
    const source = path.inner("sourceInfo");
    const device = DISPLAYCONFIG_SOURCE_DEVICE_NAME.make({
      header: {
        type: DISPLAYCONFIG_DEVICE_INFO_GET_SOURCE_NAME,
        size: DISPLAYCONFIG_SOURCE_DEVICE_NAME.size,
        adapterId: adapterOf(source.inner("adapterId")),
        id: source.get("id"),
      },
    });
    if (user32.DisplayConfigGetDeviceInfo(device.bytes) !== 0) continue;
    const target = path.inner("targetInfo");
    const monitor = DISPLAYCONFIG_TARGET_DEVICE_NAME.make({
      header: {
        type: DISPLAYCONFIG_DEVICE_INFO_GET_TARGET_NAME,
        size: DISPLAYCONFIG_TARGET_DEVICE_NAME.size,
        adapterId: adapterOf(target.inner("adapterId")),
        id: target.get("id"),
      },
    });
    if (user32.DisplayConfigGetDeviceInfo(monitor.bytes) !== 0) continue;
    const name = wideTextIn(monitor.part("monitorFriendlyDeviceName"));
    if (name !== "") names.set(wideTextIn(device.part("viewGdiDeviceName")), name);
  }
  return names;
}

type Path = ReturnType<typeof DISPLAYCONFIG_PATH_INFO.make>;
type Adapter = StructValue<{ readonly LowPart: "u32"; readonly HighPart: "i32" }>;

function adapterOf(adapter: Adapter): { readonly LowPart: number; readonly HighPart: number } {
  return { LowPart: adapter.get("LowPart"), HighPart: adapter.get("HighPart") };
}

function activePaths(): readonly Path[] {
  const [pathCount, modeCount] = [new Uint32Array(1), new Uint32Array(1)];
  for (;;) {
    if (user32.GetDisplayConfigBufferSizes(QDC_ONLY_ACTIVE_PATHS, pathCount, modeCount) !== 0)
      return [];
    const room = Array.from({ length: pathCount[0] ?? 0 }, () => ({}));
    if (room.length === 0) return [];
    const { bytes, values } = DISPLAYCONFIG_PATH_INFO.array(room);
    const modes = new Uint8Array((modeCount[0] ?? 0) * DISPLAYCONFIG_MODE_INFO.size);
    const result = user32.QueryDisplayConfig(
      QDC_ONLY_ACTIVE_PATHS,
      pathCount,
      bytes,
      modeCount,
      modes,
      null,
    );
    // One was plugged in between the two calls.
    if (result === ERROR_INSUFFICIENT_BUFFER) continue;
    return result === 0 ? values.slice(0, pathCount[0]) : [];
  }
}
