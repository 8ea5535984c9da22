import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms, startSession, type Session } from "../../harness/display.ts";
import {
  answerMark,
  type OnScreen,
  type UserCommand,
  type UserReport,
} from "../../harness/objective-c/user-line.ts";
import { startPages, type Pages } from "../../harness/pages/start.ts";
import { waitFor } from "../../harness/wait.ts";
import type { XWindow } from "../../harness/x.ts";
import { isolationFolder, makeAppSpec } from "../../src/cli/build/app-spec.ts";
import { writeEntries } from "../../src/cli/build/entry.ts";
import { openProject } from "../../src/cli/project/project.ts";
import type { ResolvedConfig } from "../../src/config/index.ts";
import type { AppSpec } from "../../src/contract/shipped/pack.ts";
import { AppLine } from "./app-line.ts";
import { writeProject, type DisplayAppOptions } from "./display-app.ts";
import { PagesApp } from "./pages-app.ts";
import { thisMachine } from "./this-machine.ts";

/** What keeps such apps from being started here; `null`: nothing. */
export const missingForMac: string | null =
  missingPrograms().length === 0 ? null : `${missingPrograms().join(", ")} missing; see tools/setup.mjs`;

/** A real app as it is on macOS, over the stand-in for Apple's runtime: both threads, and real pages. */
export class MacApp extends PagesApp {
  /** Has the user do something. */
  async user(command: UserCommand): Promise<unknown> {
    const answered = this.running.line(answerMark);
    this.running.write(`${JSON.stringify(command)}\n`);
    const line = await answered;
    const said = JSON.parse(line.slice(answerMark.length)) as { ok?: unknown; error?: string };
    if (said.error !== undefined) throw new Error(said.error);
    return said.ok;
  }

  /** Windows and dialogs that can be seen. */
  async onScreen(): Promise<readonly OnScreen[]> {
    return (await this.user({ do: "look" })) as OnScreen[];
  }

  /** Waits for a dialog with a title. */
  async dialog(title: string): Promise<void> {
    await waitFor(
      `the dialog "${title}"`,
      async () => (await this.onScreen()).some((each) => each.title === title && each.type === "DIALOG"),
      { state: () => this.running.report() },
    );
  }

  /** The same, as other systems' window managers tell it. */
  override async windows(): Promise<XWindow[]> {
    return (await this.onScreen()).map(({ title, type, area }) => ({
      id: 0,
      pid: this.line.pid,
      title,
      transientFor: null,
      states: [],
      type,
      area,
      isMapped: true,
    }));
  }

  async report(): Promise<UserReport> {
    return (await this.user({ do: "report" })) as UserReport;
  }
}

/** A display with the program that shows the pages of such apps. */
export interface MacSession extends AsyncDisposable {
  readonly session: Session;
  readonly pages: Pages;
}

export async function startMacSession(): Promise<MacSession> {
  await using held = new AsyncDisposableStack();
  const session = held.use(await startSession());
  const pages = held.use(await startPages(session));
  const kept = held.move();
  return { session, pages, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Starts an app, and waits until its pages are there. */
export async function startMacApp(
  { session, pages }: MacSession,
  options: DisplayAppOptions = {},
): Promise<MacApp> {
  await using held = new AsyncDisposableStack();
  const project = held.use(writeProject(options));
  const labels = options.windows ?? ["main"];
  const terminal = { cwd: project.path, host: thisMachine, color: false, out: () => {}, err: () => {} };
  const opened = openProject(terminal, { system: "macos", command: "build" });
  const isolation = isolationFolder(opened);
  const appSpec: AppSpec<ResolvedConfig> = {
    ...(await makeAppSpec(opened, "debug", { system: "macos", architecture: thisMachine.architecture })),
    assets: { kind: "folder", folder: join(project.path, "page") },
    isolation: isolation === null ? null : { kind: "folder", folder: isolation },
    icons: { window: null, tray: null },
  };
  const specFile = join(project.path, "app-spec.json");
  writeFileSync(specFile, JSON.stringify(appSpec));
  const { main, appThread } = await writeEntries({
    folder: join(project.path, "entry"),
    system: "macos",
    sourceFolder: join(project.path, "src-framework"),
    config: appSpec.config,
    appSpec: `readSpecFile(${JSON.stringify(specFile)})`,
    executable: JSON.stringify(join(project.path, "app")),
    proxy: null,
  });
  useInstead(main, "native/macos/index.ts", "mac-platform.ts");
  useInstead(appThread, "native/macos/app-calls.ts", "mac-calls.ts");
  const line = held.use(await AppLine.open(join(project.path, "line")));
  const running = held.use(
    session.start([process.execPath, "--conditions=bun", main], {
      cwd: project.path,
      env: { FRAMEWORK_TEST_SOCKET: line.address, PAGES_PORT: String(pages.port), ...options.env },
    }),
  );
  await waitFor(
    "the pages of the app",
    () => {
      if (!running.isRunning)
        throw new Error(`The app ended before its pages were there\n${running.report()}`);
      return labels.every((label) => line.pages.has(label));
    },
    { state: () => running.report() },
  );
  return new MacApp(session, running, line, held.move());
}

/** Has an entry import what stands here for a module of macOS'. */
function useInstead(entry: string, module: string, standIn: string): void {
  const written = readFileSync(entry, "utf8");
  const imported = new RegExp(`"[^"]*${module.replaceAll(".", "\\.")}"`);
  if (!imported.test(written)) throw new Error(`Cannot replace "${module}": "${entry}" does not import it`);
  writeFileSync(entry, written.replace(imported, JSON.stringify(join(import.meta.dir, standIn))));
}
