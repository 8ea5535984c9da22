// The basis of the other display tests: a separate session that leaves nothing behind.

import { expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { connectSessionBus } from "../../harness/bus.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { startMockPortal } from "../../harness/mock-portal.ts";
import { processesWithVariable } from "../../harness/process-tree.ts";
import { startProgram } from "../../harness/running-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { picture, readWindow, windows } from "../../harness/x.ts";

const cannotRun = missingPrograms();
if (cannotRun.length > 0)
  console.warn(`skipped: ${cannotRun.join(", ")} missing; see tools/setup.mjs`);
const onDisplay = test.skipIf(cannotRun.length > 0);

const programsOf = (folder: string) => processesWithVariable("FRAMEWORK_TEST_SESSION", folder);

onDisplay("leaving a session ends all its programs and removes its folder", async () => {
  let folder = "";
  {
    await using session = await startSession();
    folder = session.folder;
    // `setsid` puts the second sleep out of reach of whoever looks for children.
    await using app = session.start([
      "sh",
      "-c",
      "sleep 1000 & setsid sleep 1000 & echo started; wait",
    ]);
    await app.line("started");
    expect(programsOf(folder).length).toBeGreaterThanOrEqual(5);
  }
  expect({ programs: programsOf(folder), exists: existsSync(folder) }).toEqual({
    programs: [],
    exists: false,
  });
});

onDisplay("a test process that is killed takes its session with it", async () => {
  const script = `
    const { startSession } = await import(${JSON.stringify(join(import.meta.dir, "../../harness/display.ts"))});
    const session = await startSession();
    session.start(["sleep", "1000"]);
    console.log("folder " + session.folder);
    setInterval(() => {}, 1000);`;
  const env = { PATH: process.env["PATH"] ?? "" };
  await using tester = startProgram([process.execPath, "-e", script], { env });
  const folder = (await tester.line("folder ")).slice("folder ".length);
  expect(programsOf(folder).length).toBeGreaterThanOrEqual(4);
  tester.signal("SIGKILL");
  await waitFor("the end of the session's programs", () => programsOf(folder).length === 0, {
    state: () => `  left: ${programsOf(folder).join(" ")}`,
  });
  rmSync(folder, { recursive: true });
});

onDisplay("two sessions have their own display and bus", async () => {
  await using first = await startSession({ windowManager: false });
  await using second = await startSession({ windowManager: false });
  expect(first.display).not.toBe(second.display);
  const [firstBus, secondBus] = await Promise.all([first.bus.getId(), second.bus.getId()]);
  expect(firstBus).not.toBe(secondBus);
});

onDisplay("a program sees nothing of the machine's own session", async () => {
  await using session = await startSession({ windowManager: false, env: { EXTRA: "1" } });
  await using app = session.start(["env"]);
  await app.end();
  const names = app.output.map(({ text }) => text.split("=")[0]);
  const desktop = [
    "XDG_CURRENT_DESKTOP",
    "GTK_THEME",
    "NO_AT_BRIDGE",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "LC_ALL",
  ];
  expect(names.filter((name) => desktop.includes(name ?? ""))).toEqual([]);
  expect(names).toContain("EXTRA");
});

onDisplay(
  "a window that is not there is null, and what is asked of a display that has ended is an error",
  async () => {
    const session = await startSession();
    try {
      expect([await windows(session), await readWindow(session, 0x7ffffff)]).toEqual([[], null]);
    } finally {
      await session[Symbol.asyncDispose]();
    }
    const error = await windows(session).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
  },
);

onDisplay("a picture has the size of the screen and its colours", async () => {
  await using session = await startSession({
    windowManager: false,
    size: { width: 320, height: 200 },
  });
  const all = picture(session);
  expect([all.width, all.height, all.pixels.length]).toEqual([320, 200, 320 * 200 * 3]);
  expect(new Set(all.pixels)).toEqual(new Set([0]));
  const part = picture(session, { x: 300, y: 190, width: 100, height: 100 });
  expect([part.width, part.height]).toEqual([20, 10]);
});

onDisplay("the mock portal answers the caller alone, with the given answers", async () => {
  await using session = await startSession({ windowManager: false });
  await using portal = await startMockPortal(session);
  await using caller = await connectSessionBus(session);
  const responses: unknown[] = [];
  caller.connection.on("message", (message) => {
    if (message.member === "Response") responses.push([message.path, message.body]);
  });
  const openFile = (token: string) =>
    caller.invoke<string>({
      destination: "org.freedesktop.portal.Desktop",
      path: "/org/freedesktop/portal/desktop",
      interface: "org.freedesktop.portal.FileChooser",
      member: "OpenFile",
      signature: "ssa{sv}",
      body: ["x11:1", "Pick", { handle_token: token, current_folder: Buffer.from("/tmp/ä\0") }],
    });

  portal.answers.push(
    { kind: "choose", uris: ["file:///a%20b"] },
    { kind: "fail", message: "no screen" },
  );
  const handle = await openFile("one");
  await waitFor("the response", () => responses.length > 0);
  expect(responses).toEqual([[handle, [0, { uris: ["file:///a%20b"] }]]]);
  expect(await openFile("two").then(null, String)).toContain("no screen");
  await openFile("three");
  await waitFor("the second response", () => responses.length > 1);
  expect(responses[1]).toEqual([handle.replace(/one$/, "three"), [1, { uris: [] }]]);
  expect(portal.calls[0]).toEqual({
    method: "OpenFile",
    parent: "x11:1",
    title: "Pick",
    options: { current_folder: "/tmp/ä" },
  });
});
