import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { RunOutput } from "../../contract/commands/shell.ts";
import type { CommandArgs } from "../../contract/commands/index.ts";
import type { Child, ProgramStart } from "../process/child.ts";
import { Children } from "../process/children.ts";
import { ShellScope, type ShellCall, type ShellRun } from "../scope/shell.ts";
import type { Services } from "../services.ts";
import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import type { System } from "../../contract/target.ts";
import type { CommandContext, Handlers } from "../calls/context.ts";
import type { CallRecorder } from "../calls/recorder.ts";
import { GatheredBytes, gatheredForReply, freeBytes } from "../calls/reply-bytes.ts";
import { Semaphore } from "../calls/semaphore.ts";
import { batchCall, isBatchFile } from "../process/batch-file.ts";
import { sidecarFile } from "../process/launch.ts";
import type { FindProgram } from "../process/program-file.ts";
import { isWindowed } from "../process/windowed-program.ts";
import { check } from "./fs-path.ts";
import { PathProblem, during } from "../paths/path-problem.ts";
import { environmentForOthers, type Environment } from "../../process/environment.ts";

type Run = CommandArgs<"shell.execute">;

export type ShellPart = (
  services: ShellServices,
  allowed: ReadonlySet<AllowlistFlag>,
) => Handlers<"shell">;
type ShellServices = Pick<Services, "config" | "baseDirectories" | "exit" | "host">;

export const shell: ShellPart = ({ config, baseDirectories, exit, host }, allowed) => {
  const { allowlist, bundle } = config.framework;
  const children = new Children(host);
  exit.onExit(() => children.killAll());
  const scope = new ShellScope({
    scope: allowlist.shell.scope,
    // `shell.all` without an expression of its own admits the addresses of the default expression.
    open: allowlist.shell.open === false ? allowed.has("shell.open") : allowlist.shell.open,
    externalBin: bundle.externalBin ?? [],
    folders: baseDirectories,
    system: host.system,
  });
  return shellHandlers(scope, children);
};

interface Shell {
  readonly scope: ShellScope;
  /** The programs that pages have started. */
  readonly children: Children;
  readonly executed: Semaphore;
  readonly spawned: Semaphore;
}

/**
 * The handlers of the shell module. No shell is involved: a program gets its arguments unchanged.
 */
export function shellHandlers(scope: ShellScope, children: Children): Handlers<"shell"> {
  const shell: Shell = {
    scope,
    children,
    executed: new Semaphore(limits.executedPrograms.most),
    spawned: new Semaphore(limits.spawnedPrograms.most),
  };
  return {
    async "shell.open"({ path, with: program }, { services, uses }) {
      const address = opened(scope, path, uses);
      if (program === null || program === undefined)
        await services.ui.call("shell.open", { address });
      else await services.ui.call("shell.openWith", { address, program });
    },

    "shell.execute": (run, context) => execute(shell, run, false, context),
    "shell.executeSidecar": (run, context) => execute(shell, run, true, context),
    "shell.spawn": (run, context) => start(shell, run, false, context),
    "shell.spawnSidecar": (run, context) => start(shell, run, true, context),

    async "shell.nextEvents"({ child: id }, { sender, signal }) {
      const events = await children.get(id, sender.document).take(signal);
      if (events.at(-1)?.event === "close") children.release(id);
      return events;
    },
    "shell.write": ({ child, contents }, { sender }) =>
      children.get(child, sender.document).write(contents),
    "shell.closeInput": ({ child }, { sender }) =>
      children.get(child, sender.document).closeInput(),
    "shell.kill": ({ child }, { sender }) => children.get(child, sender.document).kill(),
  };
}

async function start(shell: Shell, run: Run, sidecar: boolean, context: CommandContext) {
  const { document } = context.sender;
  const turn = shell.spawned.tryAcquire(document);
  if (turn === null) {
    const { most } = limits.spawnedPrograms;
    throw new FrameworkError(
      "bad-argument",
      `Cannot spawn "${run.program}": ${most} programs that this page has spawned run already, as many as may`,
    );
  }
  using held = new DisposableStack();
  held.use(turn);
  const child = await begin(shell, run, sidecar, context);
  return {
    child: shell.children.add(child, document, context.signal, held.move()),
    pid: child.pid,
  };
}

async function execute(
  shell: Shell,
  run: Run,
  sidecar: boolean,
  context: CommandContext,
): Promise<RunOutput> {
  using _ = await shell.executed.acquire(context.sender.document, context.signal);
  const child = await begin(shell, run, sidecar, context);
  child.closeInput();
  const output = { stdout: new GatheredBytes(), stderr: new GatheredBytes() };
  const { most } = limits.programOutput;
  const { room } = context;
  const tooLong = (reason: string): FrameworkError =>
    new FrameworkError("too-long", `Cannot run "${run.program}" to its end: ${reason}`);
  let isEvicted = false;
  if (room !== null) {
    room.evict = () => {
      isEvicted = true;
      child.kill();
    };
  }
  let length = 0;
  for (;;) {
    const events = await child.take(context.signal);
    if (isEvicted) throw tooLong("its output has stalled, and others need the room that it takes");
    for (const event of events) {
      if ("bytes" in event) {
        length += event.bytes.length;
        if (length > most) {
          child.kill();
          throw tooLong(`it wrote more than ${most} bytes, use spawn`);
        }
        const turn = room?.keep(length, most) ?? null;
        if (turn !== null) await turn;
        output[event.event].add(event.bytes);
        freeBytes(event.bytes);
      }
      if (event.event === "close") {
        const { code, signal } = event;
        const [stdout, stderr] = gatheredForReply(output.stdout, output.stderr);
        return { code, signal, stdout: stdout as Uint8Array, stderr: stderr as Uint8Array };
      }
    }
    if (context.signal.aborted)
      throw new FrameworkError(
        "closed",
        `Cannot run "${run.program}" to its end: the page went away`,
      );
  }
}

async function begin(
  shell: Shell,
  { program, args, options }: Run,
  sidecar: boolean,
  context: CommandContext,
): Promise<Child> {
  const { services, signal, uses } = context;
  const { executable } = services.launch;
  const run = judged(shell.scope, { program, args, env: options.env ?? {}, sidecar }, uses);
  const cwd = options.cwd ?? null;
  const file = sidecar
    ? sidecarFile(run.program, services.launch)
    : programFile(run.program, program, services.host.findProgram);
  const isWindows = services.host.system === "windows";
  const ready: ProgramStart = {
    name: program,
    ...(isWindows && isBatchFile(file)
      ? batchCall(program, file, run.args, run.env, services.host.env)
      : { file, args: run.args, isVerbatim: false }),
    isWindowed: isWindows && isWindowed(file),
    cwd:
      cwd === null
        ? null
        : await during("run a program in", cwd, () => {
            const folder = check(cwd, context);
            if (folder.found.kind === "folder") return folder.text;
            throw new PathProblem("not-found", "there is no such folder");
          }),
    env:
      options.env === null
        ? {}
        : withVariables(environmentForOthers(executable), run.env, services.host.system),
  };
  return await shell.children.start(ready, signal);
}

/** The program to run, recorded with its arguments. */
function judged(scope: ShellScope, call: ShellCall, uses: CallRecorder | null): ShellRun {
  const kind = call.sidecar ? "sidecar" : "program";
  try {
    const run = scope.run(call);
    const rule = call.program;
    uses?.note({ kind, outcome: "allowed", rule, detail: JSON.stringify(run.args) });
    for (const name of Object.keys(run.env))
      uses?.note({ kind: "program.env", outcome: "allowed", rule, detail: name });
    return run;
  } catch (error) {
    uses?.note({
      kind,
      outcome: "refused",
      rule: "",
      detail: JSON.stringify([call.program, ...call.args]),
    });
    throw error;
  }
}

/** The address to open, recorded without parts that may be secret. */
function opened(scope: ShellScope, text: string, uses: CallRecorder | null): string {
  try {
    const address = scope.checkOpen(text);
    const { protocol, origin, pathname } = new URL(address);
    const detail = /^https?:$/.test(protocol) ? origin + pathname : protocol;
    uses?.note({ kind: "open", outcome: "allowed", rule: "", detail });
    return address;
  } catch (error) {
    uses?.note({ kind: "open", outcome: "refused", rule: "", detail: text });
    throw error;
  }
}

/**
 * An environment with more variables. On Windows `Path` and `PATH` are one variable, and which of
 * two counts is undefined.
 */
function withVariables(environment: Environment, more: Environment, system: System): Environment {
  if (system !== "windows") return { ...environment, ...more };
  const given = new Set(Object.keys(more).map((name) => name.toUpperCase()));
  const others = Object.entries(environment).filter(([name]) => !given.has(name.toUpperCase()));
  return { ...Object.fromEntries(others), ...more };
}

// Found before the page's own PATH could take effect.
function programFile(cmd: string, name: string, find: FindProgram): string {
  const file = find(cmd);
  if (file !== null) return file;
  const reason = /[\\/]/.test(cmd) ? "is no program" : "is in none of the folders of PATH";
  throw new FrameworkError("not-found", `Cannot run "${name}": "${cmd}" ${reason}`);
}
