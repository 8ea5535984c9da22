// Own code under a debugger, in development.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { close } from "../../harness/x.ts";

const shared = shareSession();

const mainFile = `import fixture from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
export default {
  ...fixture,
  commands: {
    ...fixture.commands,
    double(number: number) {
      const result = number * 2;
      return result; // the breakpoint
    },
  },
};
`;

/** The tool's message with the debugger's address. */
const addressIn = (app: DisplayApp): RegExpExecArray | null =>
  /ws:\/\/127\.0\.0\.1:\d+\/[\da-f]{32}/.exec(app.running.report());

/** A port that nothing has at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Paused {
  readonly callFrames: readonly { readonly callFrameId: string; readonly functionName: string }[];
}

/** A debugger, as an editor has one: it speaks the inspector's protocol over a socket. */
class Debugger implements Disposable {
  readonly #socket: WebSocket;
  readonly #events: { readonly method: string; readonly params: unknown }[] = [];
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as {
        id?: number;
        result?: unknown;
        method?: string;
        params?: unknown;
      };
      if (message.id !== undefined) this.#waiting.get(message.id)?.(message.result);
      else this.#events.push({ method: message.method ?? "", params: message.params });
    });
  }

  static async attach(address: string): Promise<Debugger> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () => reject(new Error(`Cannot attach to ${address}`)));
    });
    return new Debugger(socket);
  }

  send<Result>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#last;
    const { promise, resolve } = Promise.withResolvers<Result>();
    this.#waiting.set(id, resolve as (result: unknown) => void);
    this.#socket.send(JSON.stringify({ id, method, params }));
    return promise;
  }

  event<Params>(method: string, isIt: (params: Params) => boolean = () => true): Promise<Params> {
    return waitFor(method, () => {
      const found = this.#events.find((one) => one.method === method && isIt(one.params as Params));
      return found === undefined ? null : (found.params as Params);
    });
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

onDisplay("a debugger stops in a command of main.ts, reads its variables and goes on", async () => {
  const port = await freePort();
  await using app = await startDisplayApp(shared.session, {
    command: [...devCommand, `--inspect=${port}`],
    files: { "src-framework/main.ts": mainFile },
  });
  const [address = ""] = await waitFor("the address", () => addressIn(app));
  expect(address).toContain(`:${port}/`);
  // Another user of the machine reaches the port, and does not know the path.
  for (const path of ["", "0".repeat(32)])
    await expect(Debugger.attach(`ws://127.0.0.1:${port}/${path}`)).rejects.toThrow(
      "Cannot attach",
    );
  using debug = await Debugger.attach(address);
  await debug.send("Debugger.enable");
  await debug.send("Debugger.setBreakpointsActive", { active: true });
  await debug.send("Inspector.initialized");
  const { scriptId, url } = await debug.event<{ scriptId: string; url: string }>(
    "Debugger.scriptParsed",
    (script) => script.url.endsWith("src-framework/main.ts"),
  );
  const { scriptSource } = await debug.send<{ scriptSource: string }>("Debugger.getScriptSource", {
    scriptId,
  });
  const lineNumber = scriptSource.split("\n").findIndex((line) => line.includes("return result"));
  await debug.send("Debugger.setBreakpointByUrl", { url, lineNumber });
  const doubled = app
    .page()
    .run("return await __FRAMEWORK__.invoke(args[0], args[1]);", "double", 21);
  const paused = await debug.event<Paused>("Debugger.paused");
  const [frame] = paused.callFrames;
  expect(frame?.functionName).toBe("double");
  const value = await debug.send<{ result: { value: unknown } }>("Debugger.evaluateOnCallFrame", {
    callFrameId: frame?.callFrameId,
    expression: "result",
    returnByValue: true,
  });
  expect(value.result.value).toBe(42);
  // The windows go on meanwhile.
  expect(await app.windows()).toHaveLength(1);
  await debug.send("Debugger.resume");
  expect(await doubled).toBe(42);

  // A change starts the process anew, at the same address.
  writeFileSync(join(app.folder, "src-framework/main.ts"), mainFile.replace("* 2", "* 3"));
  await waitFor("the new app", () =>
    app.running.report().includes("has changed: starting the app anew"),
  );
  const tripled = (): Promise<unknown> =>
    app.page().run("return await __FRAMEWORK__.invoke(args[0], args[1]);", "double", 21);
  await waitFor("the new code", async () => (await tripled().catch(() => null)) === 63);
  const again = await Debugger.attach(address);
  await again.send("Debugger.enable");
  await close(shared.session, (await app.window()).id);
  expect(await app.running.end()).toEqual({ code: 0, signal: null });
});

onDisplay("a debugger that is paused does not keep the app from ending", async () => {
  await using app = await startDisplayApp(shared.session, {
    command: [...devCommand, `--inspect=${await freePort()}`],
    files: { "src-framework/main.ts": mainFile.replace("const result", "debugger; const result") },
  });
  const [address = ""] = await waitFor("the address", () => addressIn(app));
  using debug = await Debugger.attach(address);
  await debug.send("Debugger.enable");
  await debug.send("Debugger.setPauseOnDebuggerStatements", { enabled: true });
  await debug.send("Debugger.setBreakpointsActive", { active: true });
  await debug.send("Inspector.initialized");
  void app
    .page()
    .run("return await __FRAMEWORK__.invoke(args[0], args[1]);", "double", 21)
    .catch(() => {});
  await debug.event<Paused>("Debugger.paused");
  app.running.signal("SIGINT");
  app.running.signal("SIGINT");
  const { code } = await app.running.end();
  expect(code).not.toBe(0);
});
