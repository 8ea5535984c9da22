import { afterAll, afterEach, beforeAll, beforeEach, test } from "bun:test";
import { cpSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  openAccessibility,
  type Accessibility,
  type Node,
} from "../../../harness/accessibility.ts";
import { AppLine } from "./app-line.ts";
import type { AuthorConfig } from "../config.ts";
import { DialogOnScreen, type DialogRole } from "./dialog-on-screen.ts";
import {
  missingPrograms,
  startSession,
  type Session,
  type SessionOptions,
} from "../../../harness/display.ts";
import { startProgram, type RunningApp } from "../../../harness/running-app.ts";
import { tempDir, type TempDir } from "../../../harness/temp-dir.ts";
import { PagesApp } from "./pages-app.ts";

export const root = join(import.meta.dir, "../../..");
const fixture = join(root, "test/fixtures/display-app");

export interface DisplayAppOptions {
  /** Labels, which are also the titles. Default: `main`. */
  readonly windows?: readonly string[];
  readonly config?: AuthorConfig;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds: the longest time that an answer of a page takes. Default: that of a test. */
  readonly patience?: number;
  /** The command that starts it. Default: `framework dev`. */
  readonly command?: readonly string[];
  /** More files of the project, by their paths; `src-framework/main.ts` may be among them. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
}

/** A real app on a display of Linux. */
export class DisplayApp extends PagesApp {
  /** The folder of the project, or the one a built app runs in. */
  readonly folder: string;
  readonly tree: Node;

  constructor(
    session: Session,
    running: RunningApp,
    folder: string,
    { tree, line }: { tree: Node; line: AppLine },
    held: AsyncDisposableStack,
  ) {
    super(session, running, line, held);
    this.folder = folder;
    this.tree = tree;
  }

  /** The process that shows the windows. In development it may be another one after a change. */
  get pid(): number {
    const { pid } = this.line;
    if (pid === null) throw new Error("The app has not started yet");
    return pid;
  }

  /**
   * The socket between app and test; its path is in the environment of all that the app consists
   * of.
   */
  get socket(): string {
    return this.line.address;
  }

  /** Waits for a dialog; with a title, for the one that has it. */
  async dialog(role: DialogRole = "alert", title?: string): Promise<DialogOnScreen> {
    return DialogOnScreen.find(this, role, title);
  }
}

/** Writes a project with the page and the app's side of the line in it. */
export function writeProject({
  windows: labels = ["main"],
  config = {},
  files = {},
}: DisplayAppOptions = {}): TempDir {
  const project = tempDir({
    "package.json": JSON.stringify({ name: "display-app", private: true, type: "module" }),
    "src-framework/framework.conf.json": JSON.stringify(projectConfig(labels, config)),
    "src-framework/main.ts": `export { default } from ${JSON.stringify(join(fixture, "main.ts"))};\n`,
    ...files,
  });
  cpSync(join(fixture, "index.html"), join(project.path, "page/index.html"));
  return project;
}

function projectConfig(
  labels: readonly string[],
  { framework = {}, ...rest }: AuthorConfig,
): AuthorConfig {
  return {
    package: { productName: "Display App", version: "1.0.0" },
    build: { devPath: "../page", distDir: "../page", withGlobalFramework: true },
    ...rest,
    framework: {
      bundle: { identifier: "org.example.display-app" },
      allowlist: {
        dialog: { all: true },
        fs: { readFile: true, writeFile: true, readDir: true, exists: true, scope: [] },
      },
      // Side by side, so that each can be clicked.
      windows: labels.map((label, index) => ({
        label,
        title: label,
        x: 20 + index * 620,
        y: 40,
        width: 560,
        height: 400,
      })),
      ...framework,
    },
  };
}

/** The `framework` command, without the detour over Node.js. */
export const commandLine = [process.execPath, join(root, "src/cli/main.ts")] as const;
export const devCommand = [...commandLine, "dev"] as const;

/** Starts an app in a session, from source, and waits until its pages are there. */
export async function startDisplayApp(
  session: Session,
  options: DisplayAppOptions = {},
): Promise<DisplayApp> {
  await using held = new AsyncDisposableStack();
  const project = held.use(writeProject(options));
  return await follow(
    session,
    { command: options.command ?? devCommand, folder: project.path, options },
    held.move(),
  );
}

/** Starts an executable that holds such an app, or a program that starts it. */
export async function startBuiltApp(
  session: Session,
  executable: string | readonly string[],
  options: DisplayAppOptions & { readonly folder: string },
): Promise<DisplayApp> {
  return await follow(
    session,
    { command: [executable].flat(), folder: options.folder, options },
    new AsyncDisposableStack(),
  );
}

async function follow(
  session: Session,
  start: {
    readonly command: readonly string[];
    readonly folder: string;
    readonly options: DisplayAppOptions;
  },
  given: AsyncDisposableStack,
): Promise<DisplayApp> {
  await using held = given;
  const { command, folder, options } = start;
  const place = join(held.use(tempDir()).path, "line");
  const line = held.use(await AppLine.open(place, options.patience));
  const env = { FRAMEWORK_TEST_SOCKET: line.address, ...options.env };
  const running = held.use(session.start(command, { cwd: folder, env }));
  const labels = options.windows ?? ["main"];
  const pid = await line.pagesOf(labels, running);
  const accessibility: Accessibility = held.use(await openAccessibility(session));
  const tree = await accessibility.application(pid);
  return new DisplayApp(session, running, folder, { tree, line }, held.move());
}

/** An executable in a folder of its own, away from all it was made from. */
export interface BuiltApp extends Disposable {
  readonly executable: string;
  readonly folder: string;
}

/** Builds a project that holds such an app. */
export async function buildApp(options: DisplayAppOptions = {}): Promise<BuiltApp> {
  using project = writeProject(options);
  return await buildProject(project.path, {
    env: { HOME: project.path },
    release: "release",
    executable: "Display-App",
  });
}

/** Builds the project in a folder. */
export async function buildProject(
  project: string,
  made: {
    /** The folder of the tool's files. */
    readonly env: Readonly<Record<string, string>>;
    readonly options?: readonly string[];
    /** Below the folder of what is built. */
    readonly release: string;
    readonly executable: string;
  },
): Promise<BuiltApp> {
  const { env, options = [], release, executable } = made;
  await using build = startProgram([...commandLine, "build", "--no-bundle", ...options], {
    cwd: project,
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  const { code } = await build.end();
  if (code !== 0) throw new Error(build.report());
  const folder = tempDir();
  // With what lies beside it. Copied, as the folder for temporary files may be on another disk.
  const built = join(project, "src-framework/target", release);
  await cp(built, folder.path, { recursive: true });
  await rm(built, { recursive: true });
  return {
    executable: join(folder.path, executable),
    folder: folder.path,
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}

const cannotRun = missingPrograms();
if (cannotRun.length > 0)
  console.warn(`skipped: ${cannotRun.join(", ")} missing; see tools/setup.mjs`);

/** `test` where a display can be had; says once why when it cannot. */
export const onDisplay = test.skipIf(cannotRun.length > 0);

/** A session that the tests of a file share. */
export function shareSession(options: SessionOptions = {}): { readonly session: Session } {
  let session: Session | undefined;
  if (cannotRun.length === 0) {
    beforeAll(async () => {
      session = await startSession(options);
    });
    beforeEach(async () => {
      if (session?.isRunning === true) return;
      await session?.[Symbol.asyncDispose]();
      session = await startSession(options);
    });
    afterAll(async () => session?.[Symbol.asyncDispose]());
  }
  return {
    get session() {
      if (session === undefined) throw new Error("Cannot use the session: it was not started");
      return session;
    },
  };
}

/** An executable that the tests of a file share. */
export function shareBuiltApp(options: DisplayAppOptions = {}): { readonly built: BuiltApp } {
  let built: BuiltApp | undefined;
  if (cannotRun.length === 0) {
    beforeAll(async () => {
      built = await buildApp(options);
    });
    afterAll(() => built?.[Symbol.dispose]());
  }
  return {
    get built() {
      if (built === undefined) throw new Error("Cannot use the executable: it was not built");
      return built;
    },
  };
}

/** An app that the tests of a file share. Each test must leave it without dialogs. */
export function shareApp(options: DisplayAppOptions & { readonly session?: SessionOptions } = {}): {
  readonly app: DisplayApp;
} {
  const shared = shareSession(options.session);
  let app: DisplayApp | undefined;
  if (cannotRun.length === 0) {
    beforeAll(async () => {
      app = await startDisplayApp(shared.session, options);
    });
    // An app that has ended, or that Bun has killed with a test that hung, fails one test and not
    // all that follow.
    beforeEach(async () => {
      if (app?.running.isRunning === true) return;
      await app?.[Symbol.asyncDispose]();
      app = await startDisplayApp(shared.session, options);
    });
    afterEach(async () => {
      try {
        await app?.noDialog();
      } catch (error) {
        // They go away with the page that asked for them, so that the next test finds none.
        for (const label of options.windows ?? ["main"]) await app?.page(label).reload();
        throw error;
      }
    });
    afterAll(async () => app?.[Symbol.asyncDispose]());
  }
  return {
    get app() {
      if (app === undefined) throw new Error("Cannot use the app: it was not started");
      return app;
    },
  };
}
