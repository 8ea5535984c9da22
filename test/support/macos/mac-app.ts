import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms, startSession, type Session } from "../../../harness/display.ts";
import {
  answerMark,
  type OnScreen,
  type UserCommand,
  type UserReport,
} from "../../../harness/wkwebview/user-line.ts";
import { startPages, type Pages } from "../../../harness/pages/start.ts";
import type { RunningApp } from "../../../harness/running-app.ts";
import { waitFor } from "../../../harness/wait.ts";
import type { XWindow } from "../../../harness/x.ts";
import { isolationFolder, makeAppSpec } from "../../../src/cli/build/app-spec.ts";
import { writeEntries } from "../../../src/cli/build/compile/entry.ts";
import { openRoot } from "../../../src/disk/roots.ts";
import { openProject } from "../../../src/cli/project/project.ts";
import type { PreparedApp } from "../../../src/testing/prepared.ts";
import type { ResolvedConfig } from "../../../src/config/index.ts";
import type { AppSpec } from "../../../src/contract/shipped/pack.ts";
import { AppLine } from "../app/app-line.ts";
import { writeProject, type DisplayAppOptions } from "../app/display-app.ts";
import { PagesApp } from "../app/pages-app.ts";
import { thisMachine } from "../this-machine.ts";

/** The reason why such apps cannot start here. `null`: none. */
export const missingForMac: string | null =
  missingPrograms().length === 0
    ? null
    : `${missingPrograms().join(", ")} missing; see tools/setup.mjs`;

/** The user of an app over the stand-in, played by the app's own process. */
export class MacUser {
  readonly #running: RunningApp;

  constructor(running: RunningApp) {
    this.#running = running;
  }

  /** Does something; settles with what is seen then. */
  async does(command: UserCommand): Promise<unknown> {
    const answered = this.#running.line(answerMark);
    this.#running.write(`${JSON.stringify(command)}\n`);
    const output = JSON.parse((await answered).slice(answerMark.length)) as {
      ok?: unknown;
      error?: string;
    };
    if (output.error !== undefined) throw new Error(output.error);
    return output.ok;
  }

  /** Windows and dialogs that can be seen. */
  async sees(): Promise<readonly OnScreen[]> {
    return (await this.does({ do: "look" })) as OnScreen[];
  }

  /** Waits for a dialog, whatever its title, or for the one that has it. */
  async waitForDialog(title?: string): Promise<OnScreen> {
    return waitFor(`the dialog ${title ?? ""}`, async () =>
      (await this.sees()).find(
        (each) => each.type === "DIALOG" && (title ?? each.title) === each.title,
      ),
    );
  }

  async report(): Promise<UserReport> {
    return (await this.does({ do: "report" })) as UserReport;
  }
}

/**
 * A real app as it is on macOS, over the stand-in for Apple's runtime: both threads, and real
 * pages.
 */
export class MacApp extends PagesApp {
  readonly user = new MacUser(this.running);

  /** As other systems' window managers tell it. */
  override async windows(): Promise<XWindow[]> {
    return (await this.user.sees()).map(({ title, type, area }) => ({
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
  mac: MacSession,
  options: DisplayAppOptions = {},
): Promise<MacApp> {
  await using held = new AsyncDisposableStack();
  const project = held.use(writeProject(options));
  const labels = options.windows ?? ["main"];
  const line = held.use(await AppLine.open(join(project.path, "line")));
  const running = held.use(
    await startMacProject(mac, {
      project: project.path,
      page: join(project.path, "page"),
      env: { FRAMEWORK_TEST_SOCKET: line.address, ...options.env },
    }),
  );
  await line.pagesOf(labels, running);
  return new MacApp(mac.session, running, line, held.move());
}

interface MacProject {
  readonly project: string;
  /** The folder with its built pages. */
  readonly page: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the app of a project, whose pages are built. */
export async function startMacProject(mac: MacSession, made: MacProject): Promise<RunningApp> {
  const { app, env } = await prepareMacProject(mac, made);
  return mac.session.start([app.program, ...app.args], {
    cwd: app.cwd,
    env: { ...env, ...made.env },
  });
}

/** Writes the start modules of such an app, with windows or in memory. */
export async function prepareMacProject(
  { session, pages }: MacSession,
  { project: folder, page }: MacProject,
  { isInMemory = false } = {},
): Promise<{ readonly app: PreparedApp; readonly env: Readonly<Record<string, string>> }> {
  const work = join(
    openRoot(mkdtempSync(join(session.folder, "mac-app-")), { isOwn: true }),
    "work",
  );
  mkdirSync(work);
  const terminal = {
    cwd: folder,
    host: thisMachine,
    color: false,
    out: () => {},
    err: () => {},
  };
  const project = openProject(terminal, { system: "macos", command: "build" });
  const isolation = isolationFolder(project);
  const appSpec: AppSpec<ResolvedConfig> = {
    ...(await makeAppSpec(project, "debug", {
      system: "macos",
      architecture: thisMachine.architecture,
    })),
    assets: { kind: "folder", folder: page },
    isolation: isolation === null ? null : { kind: "folder", folder: isolation },
    icons: { window: null, tray: null },
  };
  const specFile = join(work, "app-spec.json");
  writeFileSync(specFile, JSON.stringify(appSpec));
  const executable = JSON.stringify(join(work, "app"));
  const { main, appThread } = await writeEntries({
    folder: work,
    system: "macos",
    sourceFolder: project.configFolder,
    config: appSpec.config,
    appSpec: `readSpecFile(${JSON.stringify(specFile)})`,
    executable,
    pack: "process.execPath",
    proxy: null,
    mode: appSpec.mode,
    isInMemory,
  });
  useInstead(main, "native/macos/index.ts", "mac-platform.ts");
  useInstead(appThread, "native/macos/app-calls.ts", "mac-calls.ts");
  return {
    app: {
      program: process.execPath,
      args: ["--conditions=bun", isInMemory ? appThread : main],
      cwd: project.frontEndFolder,
    },
    env: {
      PAGES_PORT: String(pages.port),
      BUNDLE_IDENTIFIER: appSpec.config.framework.bundle.identifier,
    },
  };
}

/** Has an entry import what stands here for a module of macOS'. */
function useInstead(entry: string, module: string, standIn: string): void {
  const written = readFileSync(entry, "utf8");
  const imported = new RegExp(`"[^"]*${module.replaceAll(".", "\\.")}"`);
  if (!imported.test(written))
    throw new Error(`Cannot replace "${module}": "${entry}" does not import it`);
  writeFileSync(entry, written.replace(imported, JSON.stringify(join(import.meta.dir, standIn))));
}
