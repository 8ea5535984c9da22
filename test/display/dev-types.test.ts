// `framework dev` checks the types of main.ts where the project has TypeScript.

import { expect } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onDisplay, root, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();

onDisplay(
  "a wrong type is reported with its place while the app goes on, and so is its end",
  async () => {
    await using app = await startDisplayApp(shared.session);
    mkdirSync(join(app.folder, "node_modules"), { recursive: true });
    symlinkSync(join(root, "node_modules/typescript"), join(app.folder, "node_modules/typescript"));
    const file = join(app.folder, "src-framework/main.ts");
    const code = (label: string): string => `import { defineApp } from "framework/app";
import app from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
export const more = defineApp({ setup: async ({ windows }) => void (${label}) });
export default app;\n`;
    writeFileSync(file, code("await windows.open({ label: 'a' })"));
    await app.running.line(
      "src-framework/main.ts:3:88 warning: Argument of type '{ label: string; }' is not assignable",
    );
    expect(app.running.isRunning).toBe(true);
    writeFileSync(file, code("windows"));
    await app.running.line("The types of main.ts are right now");
  },
);
