// The record of a session of `framework dev`, and the result of `framework audit`.

import { expect } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../cli/tool.ts";
import { onDisplay, shareSession, startDisplayApp } from "../support/app/display-app.ts";

const shared = shareSession();

onDisplay(
  "the applied configuration allows exactly the calls that a page made in framework dev",
  async () => {
    await using app = await startDisplayApp(shared.session, {
      config: {
        framework: {
          bundle: { identifier: "org.example.display-app" },
          allowlist: { fs: { all: true, scope: ["$TEMP/**", "$HOME/**"] }, os: { all: true } },
          windows: [{ label: "main", title: "main" }],
        },
      },
    });
    const file = join(app.folder, "notes.txt");
    writeFileSync(file, "seen");
    const call = (command: string, args: object) =>
      app
        .page()
        .run(
          `return await window.__FRAMEWORK_BRIDGE__.call(${JSON.stringify(command)}, ${JSON.stringify(args)}, false).catch((error) => error.code)`,
        );
    expect(await call("fs.readTextFile", { path: file })).toBe("seen");
    expect(await call("clipboard.writeText", { text: "x" })).toBe("not-allowed");
    // This is the user's way to end it: the last reports are recorded, too.
    app.running.signal("SIGTERM");
    await app.running.exited;

    const record = join(app.folder, "src-framework/target/dev/uses.json");
    expect(statSync(record).mode & 0o777).toBe(0o600);
    const tool = await runTool(app.folder, ["audit", "--apply"]);
    expect([tool.code, tool.out]).toEqual([
      0,
      expect.stringContaining("clipboard.writeText from window"),
    ]);
    const config = readFileSync(join(app.folder, "src-framework/framework.conf.json"), "utf8");
    const { allowlist } = JSON.parse(config).framework;
    expect(allowlist).toEqual({
      fs: { readFile: true, scope: [expect.stringMatching(/^\$(?:TEMP|HOME)\/.*\/notes\.txt$/)] },
    });
  },
);
