// Other users of the machine, where the folders above an app's own let them through, as homes of
// many systems do.

import { expect } from "bun:test";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();

onDisplay("only the app's user can read the folders that the engine keeps of pages", async () => {
  const { home } = shared.session;
  const [data, cache] = [join(home, ".local/share"), join(home, ".cache")];
  for (const folder of [data, cache]) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
  }
  await using app = await startDisplayApp(shared.session);
  await app.page().run("localStorage.setItem('secret', '1')");
  expect(
    [data, cache].map((folder) => statSync(join(folder, "org.example.display-app")).mode & 0o777),
  ).toEqual([0o700, 0o700]);
});
