import { afterAll, beforeAll, expect } from "bun:test";
import type { ExampleApp } from "../support/app/example-app.ts";
import { waitFor } from "../../harness/wait.ts";

/** The result of a button of the page, by its name. */
export type Answers = Readonly<Record<string, string | RegExp>>;

/** The differences between systems, and the means to look at each of them. */
export interface EveryApiSystem {
  readonly answers: Readonly<Record<"os" | "path" | "shell", Answers>>;
  /** Answers the question that is open with yes. */
  sayYes(example: ExampleApp): Promise<void>;
  /** Waits for the notification that the page has sent. */
  notified(): Promise<void>;
  /** Called when a module's page shows its answers. */
  shown?(example: ExampleApp, module: string): void;
}

/** examples/every-api, pressed through: each module answers as its system does. */
export function everyApiStories(
  shared: { readonly example: ExampleApp },
  story: (name: string, run: () => Promise<void>) => void,
  system: EveryApiSystem,
): void {
  let server: ReturnType<typeof Bun.serve>;
  beforeAll(() => {
    server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("Good morning"),
    });
  });
  afterAll(() => server.stop(true));

  /** The page of a module, with the actions there. */
  const page = (module: string, says: string, use: (example: ExampleApp) => Promise<void>): void =>
    story(`the page "${module}" ${says}`, async () => {
      const { example } = shared;
      await example.open(module);
      await use(example);
      system.shown?.(example, module);
    });

  for (const [module, answers] of Object.entries<Answers>({
    app: {
      getName: '"Every API"',
      getVersion: '"0.1.0"',
      getFrameworkVersion: /^"\d+\.\d+\.\d+"$/,
    },
    cli: { getMatches: '{"args":{"page":{"value":null,"occurrences":0}},"subcommand":null}' },
    clipboard: { writeText: "done", readText: '"Copied by the page"' },
    fs: {
      createDir: "done",
      writeTextFile: "done",
      exists: "true",
      readTextFile: '"Bread, milk"',
      readDir: /"notes\.txt"/,
      removeFile: "done",
    },
    invoke: { greet: '"Hello, Ada!"' },
    updater: { checkUpdate: /^Cannot look for an update: / },
    window: {
      title: '"Every API"',
      setTitle: "done",
      availableMonitors: /"scaleFactor":[12]/,
      innerSize: /"width":\d+/,
    },
    tray: { onTrayClick: "done", onTrayMenu: "done" },
    ...system.answers,
  })) {
    page(module, "answers", async (example) => {
      for (const [name, expected] of Object.entries(answers)) {
        const answer = await example.run(name);
        if (typeof expected === "string") expect([name, answer]).toEqual([name, expected]);
        else expect(answer).toMatch(expected);
      }
    });
  }

  page("window", "opens another window, and closes it", async (example) => {
    expect(await example.run("create")).toBe('"another"');
    await waitFor("the other window", async () => (await example.titles()).includes("another"));
    expect(await example.run("close")).toBe("done");
    await waitFor("its end", async () => !(await example.titles()).includes("another"));
  });

  page("dialog", "shows a dialog and answers with its button", async (example) => {
    await example.press("Run ask");
    await system.sayYes(example);
    expect(await example.answer("ask(")).toBe("true");
  });

  page("event", "hears what it emits, and once only once", async (example) => {
    for (const name of ["listen", "once", "emit"]) await example.press(`Run ${name}`);
    expect(await example.answer("heard greeting once")).toBe('"Good morning"');
    expect(await example.answer("heard greeting")).toBe('"Good morning"');
  });

  page("globalShortcut", "hears keys", async (example) => {
    expect(await example.run("register")).toBe("done");
    expect(await example.run("isRegistered")).toBe("true");
    await example.pressShortcut();
    expect(await example.answer("pressed CommandOrControl+Alt+9")).toBe("heard");
    expect(await example.run("unregister")).toBe("done");
  });

  page("http", "fetches an address that is filled in", async (example) => {
    await example.fill("fetch: Address", `http://127.0.0.1:${server.port}/`);
    expect(await example.run("fetch")).toBe('{"status":200,"data":"Good morning"}');
  });

  page("notification", "sends one", async (example) => {
    expect(await example.run("isPermissionGranted")).toBe("true");
    expect(await example.run("sendNotification")).toBe("done");
    await system.notified();
  });

  story('the page "process" ends the app with an exit code', async () => {
    const { example } = shared;
    await example.open("process");
    await example.fill("exit: Exit code", "3");
    await example.press("Run exit");
    expect(await example.running.end()).toMatchObject({ code: 3 });
  });
}
