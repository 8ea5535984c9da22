// If no window can be shown, the app reports the reason and ends.

import { expect } from "bun:test";
import {
  onDisplay,
  shareBuiltApp,
  shareSession,
  startDisplayApp,
} from "../support/app/display-app.ts";
import { startProgram } from "../../harness/running-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";

const shared = shareSession({ windowManager: false });
const made = shareBuiltApp();

/** The end of the app with this environment, and its output. */
async function ending(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ code: number | null; text: string }> {
  const whole = Object.entries({ ...shared.session.env, ...env }).filter(
    ([, value]) => value !== undefined,
  );
  await using app = startProgram([made.built.executable], {
    env: Object.fromEntries(whole) as Record<string, string>,
    cwd: made.built.folder,
  });
  const { code } = await app.end();
  return { code, text: app.output.map(({ text }) => text).join("\n") };
}

onDisplay("without a display the app ends with exit code 1 and names the remedy", async () => {
  const { code, text } = await ending({ DISPLAY: undefined });
  expect(text).toContain(
    "Cannot open a display (DISPLAY is not set, WAYLAND_DISPLAY is not set): " +
      "run inside a desktop session, or under xvfb-run",
  );
  expect(code).toBe(1);
});

onDisplay("with a display that does not exist the app names it", async () => {
  const { code, text } = await ending({ DISPLAY: ":4095" });
  expect(text).toContain('Cannot open a display (DISPLAY is ":4095"');
  expect(code).toBe(1);
});

onDisplay("an app that may open too few files says so, and ends with exit code 1", async () => {
  const outcomes = await Promise.all(
    [10, 16, 24, 32].map(async (most) => {
      const command = [
        "/bin/sh",
        "-c",
        'ulimit -n "$1"; exec "$0"',
        made.built.executable,
        String(most),
      ];
      await using app = startProgram(command, { env: shared.session.env, cwd: made.built.folder });
      const { code } = await app.end();
      return { most, code, text: app.output.map(({ text }) => text).join("\n") };
    }),
  );
  for (const { code, text } of outcomes) {
    expect(text).toMatch(
      /^framework: Cannot start the app: it may open \d+ more files, and needs 40; raise its/,
    );
    expect(code).toBe(1);
  }
});

for (const library of ["libgtk-3.so.0", "libwebkit2gtk-4.1.so.0"]) {
  onDisplay(`with an unusable ${library} the app names it and the packages it is in`, async () => {
    using libraries = tempDir({ [library]: "not a library" });
    const { code, text } = await ending({ LD_LIBRARY_PATH: libraries.path });
    expect(text).toContain(library);
    expect(text).toMatch(/webkit2gtk|libgtk-3-0/);
    expect(code).toBe(1);
  });
}

onDisplay("a library beside the project is not taken for the system's", async () => {
  const fake = { "libgtk-3.so.0": "not a library", "src-framework/libgtk-3.so.0": "not a library" };
  await using app = await startDisplayApp(shared.session, { files: fake });
  expect(await app.page().run("return 1")).toBe(1);
});
