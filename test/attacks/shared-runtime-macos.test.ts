// Attacks on the start program of shared apps for macOS, over the stand-in for Apple's runtime: those on every one
// (unix-starter.ts), and those on the bundle that an app is run from.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { bundleOf, skipStandIn, StandInStarter } from "../support/mac-starter-app.ts";
import { RuntimeServer } from "../support/runtime-server.ts";
import { fakeRuntime, type StarterApp } from "../support/starter-app.ts";
import { attack, secret } from "./attack.ts";
import { attackStarter } from "./unix-starter.ts";

describe.skipIf(skipStandIn !== null)(
  `on the stand-in for macOS (${skipStandIn ?? "compiler found"})`,
  () => {
    const good = fakeRuntime("#!/bin/sh\necho fine\n", 20_000);
    const evil = fakeRuntime(`#!/bin/sh\necho ${secret}\n`, 20_000);
    let made: StandInStarter;
    beforeAll(() => {
      made = new StandInStarter();
    });
    afterAll(() => made[Symbol.dispose]());

    attackStarter({
      app: (lines, home) => made.app(lines, home),
      kept: ["Info.plist", "an app", "bun", "hello", "lock", "runtime.conf"],
    });

    /** An app that was started, whose bundle the attacker's runtime is in now. */
    async function planted(): Promise<StarterApp> {
      await using server = await RuntimeServer.of(good.archive);
      const app = made.app({ ...good.lines, address: server.address });
      await app.load();
      await app.run();
      writeFileSync(bundleOf(app, good), evil.bytes);
      return app;
    }

    const opened: Readonly<Record<string, (program: string, app: StarterApp) => void>> = {
      "others may write to its program": (program) => chmodSync(program, 0o757),
      "a group may write to its program": (program) => chmodSync(program, 0o775),
      "its program is a link": (program, app) => {
        renameSync(program, join(app.home, "elsewhere"));
        symlinkSync(join(app.home, "elsewhere"), program);
      },
      "its program has another length": (program) => writeFileSync(program, `#!/bin/sh\necho ${secret}\n`),
    };
    for (const [what, open] of Object.entries(opened)) {
      attack(`the bundle that an app is run from holds another runtime, and ${what}`, async (isWeak) => {
        using app = await planted();
        if (!isWeak) open(bundleOf(app, good), app);
        return (await app.run()).out;
      });
    }

    const closed: typeof opened = {
      "others may write to the folder of its program": (program) => chmodSync(dirname(program), 0o777),
      "the folder of its program is a link": (program, app) => {
        renameSync(dirname(program), join(app.home, "elsewhere"));
        symlinkSync(join(app.home, "elsewhere"), dirname(program));
      },
      "a folder above it is a link": (program, app) => {
        const bundle = dirname(dirname(dirname(program)));
        renameSync(bundle, join(app.home, "elsewhere"));
        symlinkSync(join(app.home, "elsewhere"), bundle);
      },
    };
    for (const [what, open] of Object.entries(closed)) {
      attack(`the bundle that an app is run from holds another runtime, where ${what}`, async (isWeak) => {
        using app = await planted();
        if (isWeak) return (await app.run()).out;
        open(bundleOf(app, good), app);
        const { code, out, err } = await app.run();
        expect([code, err]).toEqual([1, expect.stringContaining("Cannot run")]);
        return out;
      });
    }

    // A list of rights says more than the mode.
    for (const rights of ["allow", "deny,allow"]) {
      attack(`a list of rights (${rights}) lets others write to the runtime`, async (isWeak) => {
        using app = made.app({ ...good.lines, address: "https://runtimes.invalid/" });
        const folder = join(app.store, good.key);
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        chmodSync(dirname(app.store), 0o700);
        writeFileSync(join(folder, "bun"), evil.bytes, { mode: 0o755 });
        const env = { STAND_IN_RIGHTS: `${join(folder, "bun")}:${isWeak ? "deny" : rights}` };
        return (await app.run([], env)).out;
      });
    }

    test("what an app is run from is not written through a link that was planted", async () => {
      await using server = await RuntimeServer.of(good.archive);
      using app = made.app({ ...good.lines, address: server.address });
      const victim = join(app.home, "victim");
      writeFileSync(victim, secret);
      await app.load();
      await app.run();
      const programs = dirname(bundleOf(app, good));
      const contents = dirname(programs);
      for (const place of [join(programs, "new"), join(contents, "new")]) symlinkSync(victim, place);
      for (const place of [bundleOf(app, good), join(contents, "Info.plist")]) {
        renameSync(place, `${place}.old`);
        symlinkSync(victim, place);
      }
      expect((await app.run()).out).toBe("fine\n");
      expect(readFileSync(victim, "utf8")).toBe(secret);
      expect(existsSync(join(programs, "new"))).toBe(false);
    });
  },
);
