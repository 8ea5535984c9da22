// The messages for the user of a built app when its own code fails.

import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
  type DisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { call } from "./process-stories.ts";

const mainFile = `
import fixture from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
const soon = (task: () => void) => () => void setTimeout(task, 50);
export default {
  ...fixture,
  commands: {
    ...fixture.commands,
    fail: soon(() => { throw new RangeError("out of paper"); }),
    "fail without end": () => void setInterval(() => { throw new RangeError("out of paper"); }, 1),
  },
};
`;

const options: DisplayAppOptions = { files: { "src-framework/main.ts": mainFile } };
const shared = shareSession();
const made = shareBuiltApp(options);

const start = (): Promise<DisplayApp> =>
  startBuiltApp(shared.session, made.built.executable, { ...options, folder: shared.session.home });

for (const how of ["fail", "fail without end"])
  onDisplay(
    `a built app shows one dialog, names its file of errors, and ends with 1: ${how}`,
    async () => {
      await using app = await start();
      await call(app, how);
      const dialog = await app.dialog();
      const { title, kind, text, buttons } = await dialog.content();
      const [file = ""] = /\/.*errors\.log/.exec(text) ?? [];
      expect({ title, kind, text: text.replace(file, "FILE"), buttons }).toEqual({
        title: "Display App",
        kind: "Error",
        text: "Display App has to close because of an error.\n\nRangeError: out of paper\n\nThe details are in FILE",
        buttons: ["OK"],
      });
      expect(readFileSync(file, "utf8")).toContain("RangeError: out of paper\n    at ");
      expect(app.running.isRunning).toBe(true);
      await dialog.press("OK");
      expect(await app.running.end()).toEqual({ code: 1, signal: null });
    },
  );
