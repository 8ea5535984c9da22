import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { openRoot } from "../../disk/roots.ts";
import { findConfiguration, sourceDirectory } from "../../config/read/find.ts";
import { writePng } from "./files.ts";
import { readPicture, type Picture } from "./picture.ts";
import { resize } from "./resize.ts";
import { drawnOnce, iconSet } from "./set.ts";
import { refuseOutside, writeOver } from "../project/inside.ts";
import { UserError, type Terminal } from "../terminal.ts";

export interface IconOptions {
  readonly picture?: string | undefined;
  readonly output?: string | undefined;
  /** Sizes, comma-separated: then only PNG files of these. */
  readonly png?: string | undefined;
  /** The paths of what was written, as JSON on standard output. */
  readonly json?: boolean | undefined;
}

/** The sizes for the Windows Store; harmless elsewhere. */
const storeLogos = [30, 44, 71, 89, 107, 142, 150, 284, 310] as const;
/** The largest size in the set: an SVG is rendered at it, a smaller PNG would be blurred. */
const largest = 1024;

/**
 * `framework icon`: the icons of all systems from one square picture. The same picture gives the
 * same bytes.
 */
export async function iconCommand(terminal: Terminal, options: IconOptions): Promise<number> {
  const source = findSource(terminal, options.picture);
  const sizes = options.png === undefined ? null : parseSizes(options.png);
  const picture = await readPicture(source, largest);
  const { width, height } = picture;
  if (width !== height) {
    throw new UserError(
      `Cannot make icons of "${source}": it is ${width} × ${height} pixels, and must be square`,
    );
  }
  const needed = sizes === null ? 512 : Math.max(...sizes);
  if (width < needed) {
    terminal.err(
      `"${source}" is ${width} pixels wide: larger icons will be blurred, ${largest} would do for all\n`,
    );
  }
  const folder = outputFolder(terminal, options.output);
  const files: string[] = [];
  for (const [name, bytes] of await (sizes === null ? allIcons(picture) : pngSet(picture, sizes))) {
    const path = join(folder, name);
    writeOver(path, bytes);
    files.push(path);
  }
  terminal.out(
    options.json === true
      ? `${JSON.stringify({ files }, null, 2)}\n`
      : files.map((path) => `${relative(terminal.cwd, path)}\n`).join(""),
  );
  return 0;
}

async function allIcons(picture: Picture): Promise<Map<string, Uint8Array>> {
  const png = drawnOnce(async (size) => writePng(await resize(picture, size)));
  const icons = new Map<string, Uint8Array>(Object.entries(await iconSet(png)));
  icons.set("StoreLogo.png", await png(50));
  for (const size of storeLogos) icons.set(`Square${size}x${size}Logo.png`, await png(size));
  return icons;
}

async function pngSet(
  picture: Picture,
  sizes: readonly number[],
): Promise<Map<string, Uint8Array>> {
  const icons = new Map<string, Uint8Array>();
  for (const size of sizes) icons.set(`${size}x${size}.png`, writePng(await resize(picture, size)));
  return icons;
}

function parseSizes(text: string): number[] {
  const sizes = text.split(",").map(Number);
  if (sizes.every((size) => Number.isInteger(size) && size > 0 && size <= 4096)) return sizes;
  throw new UserError(
    `Cannot make icons of "${text}" pixels: use sizes from 1 to 4096, such as 16,24,64`,
  );
}

function findSource({ cwd }: Terminal, given: string | undefined): string {
  const candidates = given === undefined ? ["app-icon.png", "app-icon.svg"] : [given];
  const found = candidates.map((path) => resolve(cwd, path)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new UserError(
    `Cannot read ${candidates.map((path) => `"${path}"`).join(" or ")}: name a PNG, ICO or SVG picture`,
  );
}

function outputFolder({ cwd }: Terminal, given: string | undefined): string {
  // A folder that the user names may be anywhere.
  if (given !== undefined) return openRoot(resolve(cwd, given));
  const found = findConfiguration(cwd);
  if (found.found === "one" || found.found === "several") {
    const { folder } = found;
    const icons = join(folder, "icons");
    refuseOutside(basename(folder) === sourceDirectory ? dirname(folder) : folder, [
      join(icons, "icon.png"),
    ]);
    return icons;
  }
  const why =
    found.found === "none"
      ? "there is no project here"
      : `"${found.folder}" belongs to another user`;
  throw new UserError(`Cannot tell where the icons go: ${why}; use --output <folder>`);
}
