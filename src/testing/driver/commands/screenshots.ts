import { DriverError } from "../errors.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Screenshots as PNG files in base64. */
export const screenshotRoutes: readonly Route[] = [
  { method: "GET", path: "/screenshot", run: (session) => picture(session, null) },
  {
    method: "GET",
    path: "/element/:element/screenshot",
    run: async (session, { part }) =>
      picture(session, await session.onElement<Box>("box", part("element"))),
  },
];

/** @param box an area in CSS pixels of the page. `null`: the whole visible page */
async function picture(session: Session, box: Box | null): Promise<string> {
  const { window, page } = await session.place();
  const left = Math.max(0, box?.x ?? 0);
  const top = Math.max(0, box?.y ?? 0);
  const right = Math.min(page.width, box === null ? page.width : box.x + box.width);
  const bottom = Math.min(page.height, box === null ? page.height : box.y + box.height);
  if (right <= left || bottom <= top)
    throw new DriverError("unable to capture screen", "Cannot take a picture: nothing is shown");
  // A menu bar lies above the page.
  const bar = window.area.height - page.height * page.scale;
  const pixels = (value: number): number => Math.round(value * page.scale);
  const png = await session.input.picture(window, {
    x: pixels(left),
    y: Math.round(bar) + pixels(top),
    width: Math.max(1, pixels(right) - pixels(left)),
    height: Math.max(1, pixels(bottom) - pixels(top)),
  });
  return png.toString("base64");
}
