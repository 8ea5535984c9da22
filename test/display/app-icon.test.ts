// The icon of windows, from the icons of the bundle.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, shareSession, startDisplayApp } from "../support/display-app.ts";
import { pngFile } from "../../harness/png.ts";

const shared = shareSession();

onDisplay("windows carry the icon of the bundle", async () => {
  const { session } = shared;
  const icon = join(session.folder, "icon.png");
  const pixels = new Uint8Array(16 * 16 * 3).fill(0x80);
  writeFileSync(icon, pngFile({ width: 16, height: 16, pixels }));
  const bundle = { identifier: "org.example.display-app", icon: [icon] };
  await using app = await startDisplayApp(session, { config: { framework: { bundle } } });
  const { id } = await app.window();
  await using xprop = session.start(["xprop", "-notype", "-id", String(id), "32c", "_NET_WM_ICON"]);
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
