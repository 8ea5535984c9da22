import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, type DisplayAppOptions } from "../../support/app/display-app.ts";
import {
  buildWindowsApp,
  startWindowsApp,
  startWindowsSession,
  underWine,
  type WindowsApp,
} from "../../support/windows/windows-app.ts";

/** The number of repetitions before the first check, between two, and altogether. */
export interface Soak {
  readonly rounds: number;
  readonly callsInRound: number;
  readonly windowsInRound: number;
  /** Gets a line for each round. */
  readonly tell?: (line: string) => void;
}

interface Held {
  /** Windows gives out the lowest free number. It grows with unclosed handles. */
  readonly nextHandle: number;
  readonly threads: number;
  readonly megabytes: number;
}

/** An app that tells which handle it would get next. */
const main = `
import { dlopen } from "bun:ffi";
import app from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
const { symbols } = dlopen("kernel32.dll", {
  CreateEventW: { args: ["ptr", "i32", "i32", "ptr"], returns: "i64_fast" },
  CloseHandle: { args: ["i64_fast"], returns: "i32" },
});
const nextHandle = () => {
  Bun.gc(true);
  const handle = symbols.CreateEventW(null, 0, 0, null);
  symbols.CloseHandle(handle);
  return Number(handle);
};
export default { ...app, commands: { ...app.commands, "test.nextHandle": nextHandle } };
`;

const options: DisplayAppOptions = {
  config: {
    framework: { allowlist: { window: { all: true }, dialog: { all: true } } },
  },
  files: { "src-framework/main.ts": main },
};

async function heldBy(app: WindowsApp): Promise<Held> {
  const nextHandle = (await app
    .page()
    .run(`return await __FRAMEWORK__.invoke("test.nextHandle")`)) as number;
  const { pid } = await app.window();
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const number = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, "m").exec(status)?.[1]);
  return {
    nextHandle,
    threads: number("Threads"),
    megabytes: Math.round(number("VmRSS") / 1024),
  };
}

const calls = (count: number): string => `
  for (let n = 0; n < ${count}; n++) {
    const back = await __FRAMEWORK__.invoke("test.echo", n);
    if (back !== n) throw new Error(n + " came back as " + back);
  }`;

const openAndClose = (label: string): string => `
  const { WebviewWindow } = __FRAMEWORK__.window;
  const window = new WebviewWindow(${JSON.stringify(label)}, { url: "index.html", width: 300, height: 200 });
  await new Promise((resolve, reject) => {
    window.once("framework://created", resolve);
    window.once("framework://error", ({ payload }) => reject(new Error(payload)));
  });`;

/**
 * Has an app under Wine called and opened windows for a while: its handles, threads and memory
 * stay.
 */
export function soakUnderWine({ rounds, callsInRound, windowsInRound, tell }: Soak): void {
  underWine(
    `${rounds * callsInRound} calls and ${rounds * windowsInRound} windows leave nothing behind`,
    async () => {
      using built = await buildWindowsApp(options);
      await using session = await startWindowsSession();
      await using app = await startWindowsApp(session, built, options);
      const seen: Held[] = [];
      for (let round = 0; round < rounds; round++) {
        await app.page().run(calls(callsInRound));
        for (let n = 0; n < windowsInRound; n++) {
          const label = `w${round}x${n}`;
          await app.page().run(openAndClose(label));
          await app.pageOpened(label);
          await app
            .page()
            .run(`await __FRAMEWORK__.window.WebviewWindow.getByLabel(args[0]).close()`, label);
        }
        const held = await heldBy(app);
        tell?.(JSON.stringify(held));
        seen.push(held);
      }
      // The first rounds fill what is kept for the next.
      const [, early = seen[0], ...later] = seen;
      const last = later.at(-1);
      if (early === undefined || last === undefined) throw new Error("Too few rounds to compare");
      expect(last.threads - early.threads).toBeLessThanOrEqual(1);
      expect(last.nextHandle - early.nextHandle).toBeLessThanOrEqual(4 * later.length);
      expect(last.megabytes - early.megabytes).toBeLessThanOrEqual(40);
    },
  );
}
