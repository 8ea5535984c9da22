// The start program of shared apps on macOS: what is committed, and its source over a stand-in for Apple's runtime. No Mac has run
// it.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { lstatSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { architectures } from "../../../src/contract/target.ts";
import { runtimeMinimum } from "../../../src/contract/shipped/macos-version.ts";
import { imagesOf } from "../../../src/bundler/write/macho.ts";
import { buildStarter, missingForStarters, starterFolder } from "../../../stub/starter-macos.ts";
import { isRunning } from "../../../harness/process-tree.ts";
import { waitFor } from "../../../harness/wait.ts";
import {
  bundleOf,
  infoOf,
  placeOf,
  skipStandIn,
  StandInScreen,
  StandInStarter,
} from "../../support/mac-starter-app.ts";
import { RuntimeServer, serving, servingPart } from "../../support/runtime-server.ts";
import { fakeRuntime } from "../../support/starter-app.ts";
import { committedPrograms } from "../committed-programs.ts";
import { missingTool, run } from "../project.ts";
import { tellStarter } from "../unix-starter.ts";

describe.skipIf(skipStandIn !== null)(
  `on the stand-in for macOS (${skipStandIn ?? "compiler found"})`,
  () => {
    const runtime = fakeRuntime(undefined, 3_000_000);
    const half = runtime.archive.length >> 1;
    let made: StandInStarter;
    beforeAll(() => {
      made = new StandInStarter();
    });
    afterAll(() => made[Symbol.dispose]());

    tellStarter({
      app: (lines, home) => made.app(lines, home),
      clients: { NSURLSession: () => ({}) },
      place: placeOf,
      ranFrom: bundleOf,
    });

    // The bundle that an app is run from -------------------------------------------------------------------

    test("an app is run from a bundle that says what its own says, and has the runtime for its program", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      using app = made.app({ ...runtime.lines, address: server.address });
      await app.load();
      await app.run();
      const program = bundleOf(app, runtime);
      const contents = dirname(dirname(program));
      expect(readFileSync(program).equals(runtime.bytes)).toBe(true);
      expect(statSync(program).mode & 0o777).toBe(0o755);
      expect(readFileSync(join(contents, "Info.plist"))).toEqual(readFileSync(infoOf(app)));
      expect(readlinkSync(join(contents, "Resources"))).toBe(join(placeOf(app), "Contents/Resources"));
    });

    test("a later start makes nothing of it anew, and after an update what it says is new", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      using app = made.app({ ...runtime.lines, address: server.address });
      await app.load();
      await app.run();
      const program = bundleOf(app, runtime);
      const files = ["../Info.plist", "../Resources", "hello"].map((name) => join(dirname(program), name));
      const inodes = () => files.map((path) => lstatSync(path).ino);
      const before = inodes();
      await app.run();
      expect(inodes()).toEqual(before);
      writeFileSync(infoOf(app), "<plist>2</plist>\n");
      await app.run();
      expect(inodes().slice(1)).toEqual(before.slice(1));
      expect(readFileSync(files[0] ?? "", "utf8")).toBe("<plist>2</plist>\n");
    });

    test("what is damaged of it is made anew, whether the disk shares blocks or not", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      using app = made.app({ ...runtime.lines, address: server.address });
      await app.load();
      for (const env of [{}, { STAND_IN_OLD_DISK: "yes" }]) {
        await app.run();
        const program = bundleOf(app, runtime);
        writeFileSync(program, "short");
        rmSync(join(dirname(program), "../Resources"));
        rmSync(join(dirname(program), "../Info.plist"));
        expect(await app.run([], env)).toMatchObject({ code: 0, err: "" });
        expect(readFileSync(program).equals(runtime.bytes)).toBe(true);
        expect(readFileSync(join(dirname(program), "../Info.plist"))).toEqual(readFileSync(infoOf(app)));
      }
    });

    test("ten starts at once all run", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      using app = made.app({ ...runtime.lines, address: server.address });
      await app.load();
      const endings = await Promise.all(Array.from({ length: 10 }, () => app.run()));
      expect(endings.map(({ code, err }) => [code, err])).toEqual(endings.map(() => [0, ""]));
    });

    // The window -------------------------------------------------------------------------------------------

    test("the first start says what it loads and how far it is, and becomes the app", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      let goOn = (): void => {};
      server.answer = (_, response) => {
        response.writeHead(200, { "content-length": String(runtime.archive.length) });
        response.write(runtime.archive.subarray(0, half));
        goOn = () => void response.end(runtime.archive.subarray(half));
      };
      using app = made.app({ ...runtime.lines, address: server.address });
      using screen = new StandInScreen();
      await using started = app.start(["one"], screen.env);
      const mega = (bytes: number) => (bytes / 1e6).toFixed(1);
      const loaded = `label: ${mega(half)} of ${mega(runtime.archive.length)} MB`;
      await waitFor("half of it", () => screen.lines.includes(loaded));
      expect(screen.lines).toEqual([
        "title: Hello",
        "label: Hello needs a component (3 MB), which is loaded once.",
        "progress: 0.50",
        loaded,
        "button: Cancel",
      ]);
      goOn();
      expect((await started.end()).code).toBe(0);
      expect(started.output.map(({ text }) => text)).toContain(`arguments: ${app.script} one`);
    });

    for (const how of ["Cancel", "close", "quit"]) {
      test(`"${how}" ends it with exit code 1, and the next start goes on where it was`, async () => {
        await using server = await RuntimeServer.of(runtime.archive);
        server.answer = servingPart(runtime.archive, half, "silence");
        using app = made.app({ ...runtime.lines, address: server.address });
        using screen = new StandInScreen();
        await using started = app.start([], screen.env);
        await waitFor("half of it", () => screen.lines.some((line) => line.includes(" of ")));
        const part = join(app.store, runtime.key, "archive.part");
        await waitFor("half of the file", () => statSync(part).size === half);
        screen.press(how);
        expect((await started.end()).code).toBe(1);
        server.answer = serving(runtime.archive);
        expect(await app.run([], screen.env)).toMatchObject({ code: 0, err: "" });
        expect(server.asked).toEqual([null, `bytes=${half}-`]);
      });
    }

    test("without an answer it names the address, and tries again when it is told to", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      server.answer = (_, response) => void response.destroy();
      using app = made.app({ ...runtime.lines, address: server.address });
      using screen = new StandInScreen();
      await using started = app.start([], screen.env);
      await waitFor("the button", () => screen.lines.includes("button: Try Again"));
      expect(screen.lines.join("\n")).toContain(`label: Cannot load it from ${server.address}: `);
      expect(screen.lines.join("\n")).toContain("try again, or start Hello again later.");
      server.answer = serving(runtime.archive);
      screen.press("Try Again");
      expect((await started.end()).code).toBe(0);
    });

    test("a second app says that another one is loading, and then has what that has got", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      const { promise: isTold, resolve } = Promise.withResolvers<void>();
      server.answer = (request, response) =>
        void isTold.then(() => serving(runtime.archive)(request, response));
      using app = made.app({ ...runtime.lines, address: server.address });
      using second = made.app({ ...runtime.lines, address: server.address }, app.home);
      using screen = new StandInScreen();
      using other = new StandInScreen();
      await using first = app.start([], screen.env);
      await waitFor("the first one's question", () => server.asked.length === 1);
      await using next = second.start([], other.env);
      await waitFor("the second one's sentence", () =>
        other.lines.includes("label: Another app is loading a component"),
      );
      resolve();
      expect([(await first.end()).code, (await next.end()).code]).toEqual([0, 0]);
      expect(server.asked).toEqual([null]);
    });

    test("the window goes with the process that was started", async () => {
      await using server = await RuntimeServer.of(runtime.archive);
      server.answer = servingPart(runtime.archive, half, "silence");
      using app = made.app({ ...runtime.lines, address: server.address });
      using screen = new StandInScreen();
      await using started = app.start([], screen.env);
      await waitFor("the window", () => screen.lines.some((line) => line.includes(" of ")));
      started.signal("SIGKILL");
      await started.end();
      await waitFor("no window", () => !isRunning(screen.pid));
    });

    test("a broken runtime.conf is reported in a window", async () => {
      using app = made.app("format=2\n");
      using screen = new StandInScreen();
      await using started = app.start([], screen.env);
      await waitFor("the window", () => screen.lines.length > 0);
      expect(screen.lines.join("\n")).toContain('runtime.conf": it must be of format 1');
      screen.press("Close");
      expect((await started.end()).code).toBe(1);
    });

    test("what says that a window is wanted does not reach the app", async () => {
      const shows = fakeRuntime('#!/bin/sh\necho "wish: $FRAMEWORK_RUNTIME"\n');
      await using server = await RuntimeServer.of(shows.archive);
      using app = made.app({ ...shows.lines, address: server.address });
      using screen = new StandInScreen();
      expect(await app.run([], screen.env)).toEqual({ code: 0, out: "wish: \n", err: "" });
    });
  },
);

// The programs ---------------------------------------------------------------------------------------------

committedPrograms("starters for macOS", {
  kinds: architectures,
  folder: starterFolder,
  build: buildStarter,
  missing: missingForStarters(),
});

test("the starters are small programs of their processor, for the systems that their runtime is for", () => {
  const [major = 0, minor = 0] = runtimeMinimum.split(".").map(Number);
  for (const architecture of architectures) {
    const bytes = readFileSync(join(starterFolder, `starter-${architecture}`));
    const [image, ...more] = imagesOf(bytes);
    expect(more).toEqual([]);
    expect(image).toMatchObject({ isProgram: true, versions: { minimum: (major << 16) | (minor << 8) } });
    expect(image?.pageShift).toBe(architecture === "arm64" ? 14 : 12);
    expect(bytes.length).toBeLessThan(100_000);
  }
});

const skipObjdump = missingTool("llvm-objdump");
test.skipIf(skipObjdump !== null)(
  `the starters are linked with libSystem and nothing else (${skipObjdump ?? "llvm-objdump found"})`,
  () => {
    for (const architecture of architectures) {
      const path = join(starterFolder, `starter-${architecture}`);
      const listed = run(["llvm-objdump", "--macho", "--dylibs-used", path]);
      const libraries = [...listed.matchAll(/^\s+(\/\S+)/gm)].map(([, name]) => name);
      expect(libraries).toEqual(["/usr/lib/libSystem.B.dylib"]);
    }
  },
);
