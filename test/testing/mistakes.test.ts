// Mistakes in tests of apps, and the words for them.

import { expect, spyOn, test } from "bun:test";
import { firstSign } from "../../src/testing/executable.ts";
import { launch, type LaunchOptions } from "../../src/testing/index.ts";
import { parseCapabilities } from "../../src/testing/driver/capabilities.ts";
import { Sessions } from "../../src/testing/driver/sessions.ts";
import { telling } from "../../src/testing/process/wait.ts";

test.each([
  [{ mode: "memry" }, 'Cannot launch with mode "memry": want desktop or memory'],
  [{ dialogs: true }, "Cannot launch with dialogs true: want shown or held"],
  [
    { folder: "/app" },
    'Cannot launch with option "folder": want some of mode, dialogs, target, project, args, files, env, reports',
  ],
])("launch refuses %j", async (options, message) => {
  await expect(launch(options as LaunchOptions)).rejects.toThrow(message);
});

test("a project that is nowhere is named", async () => {
  await expect(launch({ project: "/nowhere", mode: "memory" })).rejects.toThrow(
    'Cannot start the app of "/nowhere": there is no such folder',
  );
});

test("a long wait is named before the runner ends the test, a short one is not", async () => {
  const { promise: named, resolve } = Promise.withResolvers<string>();
  const written = spyOn(process.stderr, "write").mockImplementation(
    (text) => (resolve(String(text)), true),
  );
  try {
    expect(await telling("an answer", async () => 1)).toBe(1);
    expect(written).not.toHaveBeenCalled();
    const { promise: task, resolve: end } = Promise.withResolvers<string>();
    const reported = telling("a dialog", () => task, { after: 0, state: () => "none is open" });
    expect(await named).toBe("framework/testing waits for a dialog: none is open\n");
    end("dialog");
    expect(await reported).toBe("dialog");
  } finally {
    written.mockRestore();
  }
});

test("an executable that gives no sign, as a released app, is named with the build that does", async () => {
  expect(await firstSign("/app", Promise.resolve(1))).toBe(1);
  await expect(firstSign("/app", new Promise(() => {}), 1)).rejects.toThrow(
    'Cannot drive "/app": it gives no sign of itself; want a debug build, which "framework build --debug --no-bundle" makes',
  );
});

test.each([
  ["tauri:options", { application: "/notes/src-tauri/target/release/notes" }, "/notes"],
  ["tauri:options", { application: "/notes/src-tauri/target/debug/notes" }, "/notes"],
  ["tauri:options", { application: "src-tauri/target/release/notes" }, process.cwd()],
  ["tauri:options", { application: "/notes/target/release/notes" }, "/notes/target/release/notes"],
  ["tauri:options", {}, "/started"],
  ["framework:options", { app: "/a/src-tauri/target/b" }, "/a/src-tauri/target/b"],
])("with %s %j the app is %s", (name, options, app) => {
  const body = { capabilities: { alwaysMatch: { [name]: options } } };
  expect(parseCapabilities(body, "/started").app.app).toBe(app);
});

test("a session of an app that is nowhere names the folder and the build that it could be", async () => {
  const body = { capabilities: { alwaysMatch: { "framework:options": { app: "/nowhere" } } } };
  await using sessions = new Sessions("/started");
  await expect(sessions.start(body)).rejects.toThrow(
    'Cannot find "/nowhere": want the folder of a project, or a debug build of it',
  );
});
