import { existsSync, readSync } from "node:fs";
import { extname, resolve } from "node:path";
import { withOpenFile } from "../../../disk/read.ts";
import { filesOfIcon } from "../../../config/rules/icons.ts";
import { pngHeadLength, pngSize, reasonAgainstIcon } from "../../../contract/picture/png.ts";
import type { AppIcons, IconFile } from "../../../contract/shipped/pack.ts";
import type { System } from "../../../contract/target.ts";
import type { Project } from "../../project/project.ts";
import { UserError } from "../../terminal.ts";

/** Whole paths of the files that an app itself reads when it starts. */
export type IconFiles = { readonly [Name in keyof AppIcons]: string | null };

/**
 * The largest size that the window managers of the systems can read. Larger pictures only cost time
 * when a window opens.
 */
const largestWindowIcon = 512;

export function iconFiles({ config, configFolder }: Project, system: System): IconFiles {
  const { bundle, systemTray } = config.framework;
  const all = bundle.icon
    .flatMap((icon) => filesOfIcon(configFolder, icon))
    .filter((path) => existsSync(path));
  const ofKind = (kind: string) => all.filter((path) => extname(path).toLowerCase() === kind);
  const [pngs, icos] = [ofKind(".png"), ofKind(".ico")];
  const icons = system === "windows" || pngs.length === 0 ? icos : pngs;
  const sized = icons.map((path) => ({ path, size: widthOf(path) }));
  const fitting = sized.filter(({ size }) => size <= largestWindowIcon);
  const [largest] = fitting.sort((one, other) => other.size - one.size);
  const tray = systemTray === null ? null : resolve(configFolder, systemTray.iconPath);
  if (tray !== null && existsSync(tray)) widthOf(tray);
  return { window: largest?.path ?? icons[0] ?? null, tray };
}

/** In development they are read from their original place. */
export function filesInPlace({ window, tray }: IconFiles): AppIcons {
  const file = (path: string | null): IconFile | null =>
    path === null ? null : { kind: "file", path };
  return { window: file(window), tray: file(tray) };
}

/**
 * The width of a PNG. 0 if it is none.
 * @throws UserError if it is too large to be shown
 */
function widthOf(path: string): number {
  const head = Buffer.alloc(pngHeadLength);
  const length = withOpenFile(path, (file) => readSync(file, head));
  const size = pngSize(head.subarray(0, length));
  const reason = size === null ? null : reasonAgainstIcon(size);
  if (reason !== null) throw new UserError(`Cannot use icon "${path}": ${reason}`);
  return size?.width ?? 0;
}
