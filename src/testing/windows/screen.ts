import { pngFile } from "../png.ts";
import { runProgram } from "./program.ts";

/** A PNG file of a part of the screen of Windows. */
export async function pictureOfScreen(area: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): Promise<Buffer> {
  const [x, y] = [Math.round(area.x), Math.round(area.y)];
  const [width, height] = [Math.round(area.width), Math.round(area.height)];
  const given = await runProgram("picture-program.ts", { x, y, width, height });
  const pixels = new Uint8Array(3 * width * height);
  for (let place = 0; place < width * height; place++)
    for (let colour = 0; colour < 3; colour++)
      pixels[3 * place + colour] = given[4 * place + 2 - colour] ?? 0;
  return pngFile({ width, height, pixels });
}
