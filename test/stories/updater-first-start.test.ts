// The first start of an update, on Linux alone: it is kept when it starts, and taken back when it
// does not.

import { expect, spyOn, test } from "bun:test";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineApp, type App } from "../../src/app/index.ts";
import { StateFile } from "../../src/app/updater/state/state.ts";
import { FrameworkError } from "../../src/contract/errors.ts";
import { LivenessSocket } from "../../src/process/liveness-socket.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { startableImage } from "../support/windows/startable-image.ts";
import { check, image, install, output, UpdateSite } from "../support/update-site.ts";
import { waitFor } from "../../harness/wait.ts";

/** Installs 1.1.0 from 1.0.0, both of them startable. */
async function updated(): Promise<UpdateSite> {
  const site = new UpdateSite(await startableImage("old"));
  await site.offer({ payload: await startableImage("new") });
  using app = await site.start();
  await install(app);
  return site;
}

const next = { version: "1.1.0", arguments: ["--y"] };

test("once the first page of an update has opened, the version before it goes", async () => {
  using site = await updated();
  using _app = await site.start({}, next);
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: null });
});

test("an update without windows has started when it is set up", async () => {
  using site = await updated();
  using _app = await site.start({}, { ...next, config: { framework: { windows: [] } } });
  await waitFor("the end of the backup", () => site.names.length === 1);
});

test("an update that fails to start is taken back, and the version before it starts", async () => {
  using site = await updated();
  const setup = (): void => {
    throw new Error("broken");
  };
  const codes: number[] = [];
  const options = {
    ...next,
    definition: defineApp({ setup }),
    onQuit: (code: number) => codes.push(code),
  };
  const error = await output(async () => {
    await expect(site.start({}, { ...options })).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(error).toContain('framework: took back version "1.1.0", which did not start\n');
  expect(codes).toEqual([1]);
  await waitFor("the old version to start", () => site.started === "old: --y\n");
  expect(site.names).toEqual(["Memory.AppImage"]);

  // The same again would fail again; what comes after it may be better.
  using app = await site.start();
  expect(await output(async () => expect(await check(app)).toEqual({ shouldUpdate: false }))).toBe(
    'framework: version "1.1.0" is no update: version "1.1.0" did not start here\n',
  );
  await site.offer({ payload: image("version 1.1.1"), version: "1.1.1" });
  expect(await check(app)).toMatchObject({ shouldUpdate: true });
});

test("an update that went away without a word is taken back by its next start", async () => {
  using site = await updated();
  const { waiting } = site.state;
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: "1 2 3" } };
  const codes: number[] = [];
  const error = await output(async () => {
    const starting = site.start({}, { ...next, onQuit: (code: number) => codes.push(code) });
    await expect(starting).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(error).toContain('took back version "1.1.0"');
  expect(codes).toEqual([0]);
  await waitFor("the old version to start", () => site.started === "old: --y\n");
  expect(site.state).toMatchObject({ highest: "1.1.0", failed: "1.1.0", waiting: null });
});

test("a second start while the first one goes on takes nothing back", async () => {
  using site = await updated();
  const { waiting } = site.state;
  using first = await LivenessSocket.show();
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: first.name } };
  using _app = await site.start({}, next);
  expect(site.started).toBe("");
});

test("an app that ends by itself before it shows anything has not failed", async () => {
  using site = await updated();
  const { promise: end, resolve } = Promise.withResolvers<number>();
  const setup = async (app: App): Promise<void> => {
    await app.exit(0);
    await new Promise(() => {});
  };
  void site.start({}, { ...next, definition: defineApp({ setup }), onQuit: resolve });
  expect(await end).toBe(0);
  expect(site.state).toMatchObject({ failed: null, waiting: { version: "1.1.0", begunBy: null } });
  expect(site.started).toBe("");
});

test("a start without a display says nothing of an update", async () => {
  using site = await updated();
  const display = (): void => {
    throw new FrameworkError("unavailable", "Cannot open a display");
  };
  const codes: number[] = [];
  const error = await output(async () => {
    const starting = site.start(
      {},
      { ...next, answers: { display }, onQuit: (code: number) => codes.push(code) },
    );
    await expect(starting).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(error).toContain("Cannot open a display");
  expect(codes).toEqual([1]);
  expect(site.state).toMatchObject({ failed: null, waiting: { version: "1.1.0", begunBy: null } });
  expect(site.started).toBe("");
});

test("a version that the user put there in place of an update is taken as it is", async () => {
  using site = await updated();
  using _app = await site.start({}, { version: "1.5.0" });
  expect(site.names).toEqual(["Memory.AppImage"]);
  await waitFor("the state", () => site.state.highest === "1.5.0");
  expect(site.state).toEqual({ highest: "1.5.0", failed: null, waiting: null });
});

test("a version that was taken back is known as failed, also when the process ended in the middle of it", async () => {
  using site = await updated();
  const { waiting } = site.state;
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: "1 2 3" } };
  using _app = await site.start();
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toEqual({ highest: "1.1.0", failed: "1.1.0", waiting: null });
});

test("a version that failed, and that the user has got to start after all, has not failed", async () => {
  using site = new UpdateSite();
  site.state = { highest: "1.1.0", failed: "1.1.0", waiting: null };
  using _app = await site.start({}, next);
  await waitFor("the state", () => site.state.failed === null);
});

test("an update that cannot be taken back, because what was before it is gone, is started", async () => {
  using site = await updated();
  const { waiting } = site.state;
  rmSync(waiting!.backup!);
  site.state = { ...site.state, waiting: { ...waiting!, begunBy: "1 2 3" } };
  const error = await output(async () => {
    using _app = await site.start({}, next);
    await waitFor("the state", () => site.state.waiting === null);
  });
  expect(error).toContain('framework: cannot take back version "1.1.0", which did not start: ');
});

test("an unreadable state counts as none", async () => {
  using site = new UpdateSite();
  site.state = { highest: 5 } as never;
  const error = await output(async () => {
    using _app = await site.start();
    await waitFor("the state", () => site.state.highest === "1.0.0");
  });
  expect(error).toContain(`framework: cannot read "${site.statePath}": updates begin anew\n`);
});

test("another copy of the app elsewhere has nothing to do with an update of this one", async () => {
  using site = await updated();
  const copy = join(site.folder, "copy.AppImage");
  await Bun.write(copy, image("version 1.0.0"));
  process.env["APPIMAGE"] = copy;
  using _app = await site.start();
  expect(site.state.waiting?.version).toBe("1.1.0");
  expect(site.names).toHaveLength(2);
});

test("two copies that are updated one after the other have their first starts each, and keep nothing afterwards", async () => {
  using site = await updated();
  const second = join(site.folder, "apps/Second.AppImage");
  writeFileSync(second, await startableImage("old"), { mode: 0o755 });
  process.env["APPIMAGE"] = second;
  {
    using app = await site.start();
    await install(app);
  }
  expect(site.names).toHaveLength(4);
  for (const [copy, count] of [
    [site.file, 3],
    [second, 2],
  ] as const) {
    process.env["APPIMAGE"] = copy;
    using _app = await site.start({}, next);
    await waitFor("the end of its backup", () => site.names.length === count);
  }
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: null });
});

test("of a copy that is moved before its first start, nothing stays that was kept", async () => {
  using site = await updated();
  const moved = join(site.folder, "apps/Moved.AppImage");
  renameSync(site.file, moved);
  process.env["APPIMAGE"] = moved;
  using _app = await site.start({}, next);
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: null });
});

test("a copy on a disk that is away is waited for", async () => {
  using site = await updated();
  const away = {
    version: "1.1.0",
    place: "/away/App.AppImage",
    backup: "/away/.old",
    begunBy: null,
  };
  site.state = { ...site.state, elsewhere: [away] };
  using _app = await site.start({}, next);
  await waitFor("the end of the backup", () => site.names.length === 1);
  expect(site.state).toEqual({ highest: "1.1.0", failed: null, waiting: away });
});

test("a first start that fails says nothing of a version that was installed meanwhile", async () => {
  using site = new UpdateSite(await startableImage("old"));
  await site.offer({ payload: await startableImage("new") });
  using old = await site.start();
  await install(old);
  const setup = async (): Promise<void> => {
    await site.offer({ version: "1.2.0", payload: await startableImage("newer") });
    await check(old);
    await install(old);
    throw new Error("broken");
  };
  const codes: number[] = [];
  await output(async () => {
    const options = {
      ...next,
      definition: defineApp({ setup }),
      onQuit: (code: number) => codes.push(code),
    };
    await expect(site.start({}, options)).rejects.toThrow("The app did not start");
    await waitFor("the end", () => codes.length === 1);
  });
  expect(site.installed).toContain("newer");
  expect(site.state).toMatchObject({ failed: null, waiting: { version: "1.2.0", begunBy: null } });
  expect(site.started).toBe("");
});

test("a start does not forget a newer version that another process remembers at the same time", async () => {
  using site = new UpdateSite(await startableImage("old"));
  const change = Reflect.get(StateFile.prototype, "change") as StateFile["change"];
  using changed = spyOn(StateFile.prototype, "change").mockImplementation(function (
    this: StateFile,
    next,
  ) {
    site.state = { highest: "3.0.0", failed: null, waiting: null };
    return change.call(this, next);
  });
  using _app = await site.start();
  await waitFor("what it remembers", () => changed.mock.calls.length > 0);
  expect(site.state.highest).toBe("3.0.0");
});

test("an app without an updater remembers nothing", async () => {
  using site = new UpdateSite();
  using _app = await startInMemory();
  expect(() => site.state).toThrow("ENOENT");
});
