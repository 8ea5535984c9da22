import { expect } from "bun:test";
import { join } from "node:path";
import { root, type DisplayAppOptions } from "../support/app/display-app.ts";
import type { PagesApp } from "../support/app/pages-app.ts";
import { isRunning } from "../../harness/process-tree.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

const mainFile = `
import driven from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};

function throwOnPurpose(): never {
  throw new Error("thrown on purpose");
}

export default {
  commands: {
    ...driven.commands,
    "test.throw-later": () => void setTimeout(throwOnPurpose),
    "test.reject": () => void Promise.resolve().then(throwOnPurpose),
    "test.throw": throwOnPurpose,
  },
};
`;

/** The options of an app whose own code fails on request. */
export const failingApp: DisplayAppOptions = { files: { "src-framework/main.ts": mainFile } };

/** The ways in which its own code fails, and their commands. */
export const failures = [
  ["an error in a timer", "test.throw-later"],
  ["an unhandled rejection", "test.reject"],
] as const;

/** The printed error. */
export const failedPlace = /thrown on purpose[^]*throwOnPurpose[^]*main\.ts:5/;

export const call = (app: PagesApp, command: string): Promise<unknown> =>
  app.page().run("return await __FRAMEWORK__.invoke(args[0]);", command);

/** Files that change Bun's behaviour, if it reads them. */
export const traps = {
  ".env": "TRAP=sprung\n",
  ".env.local": "TRAP=sprung\n",
  "bunfig.toml": 'preload = ["./trap.ts"]\n',
  "trap.ts": 'process.env["TRAP"] = "sprung"; console.log("the trap was sprung");\n',
  "tsconfig.json": '{ "compilerOptions": { "paths": { "*": ["./nowhere/*"] } } }\n',
};

export async function expectNotTrapped(app: PagesApp): Promise<void> {
  const code = `return await __FRAMEWORK__.invoke("test.environment", { name: "TRAP" });`;
  expect(await app.page().run(code)).toBeNull();
  expect(written(app)).not.toContain("sprung");
}

export function written({ running }: PagesApp): string {
  return running.output.map(({ text }) => text).join("\n");
}

export async function allGone(processes: readonly number[]): Promise<void> {
  await waitFor("the end of all processes of the app", () => !processes.some(isRunning), {
    state: () => `  left: ${processes.filter(isRunning).join(" ")}`,
  });
}

/**
 * An executable as a process: its end by its own code, and its use of the folder that it is started
 * in.
 */
export function processStories<App extends PagesApp>(
  story: (name: string, run: () => Promise<void>) => void,
  {
    start,
    processesOf,
    closeDialog,
  }: {
    /** Starts `failingApp` in a folder. */
    readonly start: (folder?: string) => Promise<App>;
    /** Of this machine. */
    readonly processesOf: (app: App) => readonly number[];
    /** Presses OK in the dialog that says why the app ends. */
    readonly closeDialog: (app: App) => Promise<void>;
  },
): void {
  story(
    "as an executable: an error in a command rejects the call, and the app goes on",
    async () => {
      await using app = await start();
      await expect(call(app, "test.throw")).rejects.toMatchObject({
        code: "command-failed",
        message: "thrown on purpose",
      });
      expect(await call(app, "test.held")).toBe(0);
    },
  );

  for (const [how, command] of failures) {
    story(
      `${how} of main.ts is printed with its place, and ends an executable with exit code 1`,
      async () => {
        await using app = await start();
        const processes = processesOf(app);
        void call(app, command);
        await closeDialog(app);
        expect(await app.running.end()).toEqual({ code: 1, signal: null });
        expect(written(app)).toMatch(failedPlace);
        await allGone(processes);
      },
    );
  }

  story(
    "an executable takes nothing from .env and bunfig.toml in the folder it is started in",
    async () => {
      using folder = tempDir(traps);
      await using app = await start(folder.path);
      await expectNotTrapped(app);
    },
  );
}
