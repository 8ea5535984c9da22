// Apps written for Tauri 1, moved over by one command: their pages run as they are then.

import { expect } from "bun:test";
import { join } from "node:path";
import { devCommand, onDisplay, root, shareSession } from "../support/app/display-app.ts";
import { moveOver, tauriApp } from "../support/app/peer-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { movePointer, pressButton, releaseButton } from "../../harness/x-window.ts";
import { readWindow, windowTitled } from "../../harness/x.ts";

const shared = shareSession();

interface MovedApp {
  readonly name: Parameters<typeof tauriApp>[0];
  readonly title: string;
  /** A person's replacements of the Rust commands. */
  readonly bodies: Readonly<Record<string, string>>;
  /** The page's findings, which it passes to the command `report`. */
  readonly seen: Readonly<Record<string, unknown>>;
}

const report = "console.log(`seen ${JSON.stringify(_args.seen)}`);";

const apps: readonly MovedApp[] = [
  {
    name: "vanilla",
    title: "Vanilla",
    bodies: {
      add_note: "return { noteText: _args.noteText, isUrgent: _args.urgent ?? false };",
      report,
    },
    seen: {
      note: { noteText: "Milk", isUrgent: true },
      own: { noteText: "Milk", isUrgent: true },
      width: 420,
      folder: expect.stringMatching(/\/org\.example\.vanilla\/$/),
      refused: "refused",
      cursor: "move",
    },
  },
  {
    name: "react",
    title: "React App",
    bodies: {
      add: "return _args.first + _args.second;",
      divide: 'throw "nothing is divided by 0";',
      report,
    },
    seen: {
      shown: "42",
      saved: "42",
      failed: expect.stringContaining("nothing is divided by 0"),
      width: 440,
      name: "React App",
      version: "string",
    },
  },
  {
    name: "vue",
    title: "Vue App",
    bodies: {
      names: 'return ["Ada", "Grace"].filter((name) => name.startsWith(_args.startingWith));',
      report,
    },
    seen: {
      listed: "Ada",
      windowLabel: "namesWindow",
      platform: "linux",
      joined: expect.stringMatching(/\/notes$/),
      opened: "out-of-scope",
      drag: true,
    },
  },
];

for (const { name, title, bodies, seen } of apps) {
  onDisplay(`the ${name} app runs once its Rust commands are written`, async () => {
    const { session } = shared;
    using dir = tauriApp(name);
    await moveOver(dir.path, bodies);
    const path = `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`;
    await using running = session.start(devCommand, { cwd: dir.path, env: { PATH: path } });
    const line = await running.line("seen ");
    expect(JSON.parse(line.slice(line.indexOf("{")))).toEqual(seen);

    // Its bar drags its window.
    const { id, area } = await windowTitled(session, title);
    const place = async () => (await readWindow(session, id))?.area.x;
    const hand = { x: area.x + 150, y: area.y + 100 };
    await movePointer(session, [hand.x, hand.y]);
    await pressButton(session);
    let step = 0;
    await waitFor("the window to follow the pointer", async () => {
      step += 5;
      await movePointer(session, [hand.x + step, hand.y + step]);
      return (await place()) !== area.x;
    });
    await releaseButton(session);
  });
}
