// The icon of windows, from the icons of the bundle.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeIco } from "../../src/cli/icon/files.ts";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";
import { pngFile } from "../../harness/png.ts";

const shared = shareSession();

const grey = (side: number): Buffer =>
  pngFile({ width: side, height: side, pixels: new Uint8Array(side * side * 3).fill(0x80) });

for (const [name, bytes] of [
  ["icon.png", grey(16)],
  ["icon.ico", writeIco([8, 16].map((size) => ({ size, png: grey(size) })))],
] as const) {
  onDisplay(`windows carry the icon of the bundle, also when that is ${name}`, async () => {
    const { session } = shared;
    const icon = join(session.folder, name);
    writeFileSync(icon, bytes);
    const bundle = { identifier: "org.example.display-app", icon: [icon] };
    await using app = await startDisplayApp(session, { config: { framework: { bundle } } });
    const { id } = await app.window();
    await using xprop = session.start([
      "xprop",
      "-notype",
      "-id",
      String(id),
      "32c",
      "_NET_WM_ICON",
    ]);
    await xprop.end();
    const numbers =
      xprop.output
        .map(({ text }) => text)
        .join(" ")
        .match(/= (.*)/)?.[1]
        ?.split(", ")
        .map(Number) ?? [];
    // Width, height, and then each pixel.
    expect(numbers.slice(0, 3)).toEqual([16, 16, 0xff808080]);
    expect(numbers).toHaveLength(2 + 16 * 16);
  });
}
