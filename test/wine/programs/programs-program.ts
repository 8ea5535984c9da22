// Runs under Wine: starts programs as pages do, which the test asks for. With "echo" it tells its
// arguments, with "tree" it starts another program and stays, with "app" it answers the test.

import { spawn } from "node:child_process";
import { shellHandlers } from "../../../src/app/commands/shell.ts";
import type { CommandContext } from "../../../src/app/calls/context.ts";
import { baseDirectories } from "../../../src/app/paths/base-directories.ts";
import { Children } from "../../../src/app/process/children.ts";
import { windowsHost } from "../../../src/app/process/host.ts";
import { ShellScope, type ShellCommand } from "../../../src/app/scope/shell.ts";
import type { RunOutput } from "../../../src/contract/commands/shell.ts";
import { FrameworkError } from "../../../src/contract/errors.ts";
import { windowsCalls } from "../../../src/native/windows/app-calls.ts";
import { answerAll } from "./conversation.ts";

/** The request of a test: a program by its name in the scope. */
export interface ProgramsQuestion {
  /** `leave`: ends this process at once, as a crash does. */
  readonly do: "execute" | "spawn" | "kill" | "find" | "leave";
  readonly program?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly child?: number;
}

const [what = "", ...args] = process.argv.slice(2);

if (what === "echo") {
  console.log(JSON.stringify({ args, env: process.env["GIVEN"] ?? null }));
} else if (what === "wait") {
  setInterval(() => {}, 1 << 30);
} else if (what === "tree") {
  spawn(process.execPath, [import.meta.filename, "wait"], { stdio: "ignore" });
  setInterval(() => {}, 1 << 30);
} else {
  await answer(JSON.parse(what) as ShellCommand[]);
}

async function answer(scope: readonly ShellCommand[]): Promise<void> {
  const host = windowsHost(windowsCalls);
  const app = { identifier: "org.example.app", executable: process.execPath, name: "App" };
  const folders = baseDirectories(app, host);
  const children = new Children(host);
  const context = {
    sender: { window: "main", document: 1, origin: "https://framework.localhost" },
    signal: new AbortController().signal,
    room: null,
    uses: null,
    services: {
      host,
      launch: { system: "windows", executable: process.execPath },
    },
  } as unknown as CommandContext;
  const handlers = shellHandlers(
    new ShellScope({ scope, open: false, externalBin: [], folders, system: "windows" }),
    children,
  );

  await answerAll<ProgramsQuestion>(
    async ({ do: wanted, program = "", args = [], env = {}, child = 0 }) => {
      const run = { program, args: [...args], options: { env } } as never;
      try {
        if (wanted === "leave") process.kill(process.pid, "SIGKILL");
        if (wanted === "find") return host.findProgram(program);
        if (wanted === "kill") return await handlers["shell.kill"]({ child }, context);
        if (wanted === "spawn") return await handlers["shell.spawn"](run, context);
        const { code, stdout } = (await handlers["shell.execute"](run, context)) as RunOutput;
        return { code, out: Buffer.from(stdout).toString() };
      } catch (error) {
        if (error instanceof FrameworkError) return `${error.code}: ${error.message}`;
        throw error;
      }
    },
  );
}
