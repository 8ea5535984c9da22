// The isolation pattern in a real window: attempts to bypass the frame, and to use it.

import { expect } from "bun:test";
import { join } from "node:path";
import { pageOrigins } from "../../src/contract/page/origins.ts";
import { isolationStories } from "../display/isolation-stories.ts";
import {
  onDisplay,
  type DisplayApp,
  root,
  shareApp,
  shareBuiltApp,
  shareSession,
  startBuiltApp,
  startDisplayApp,
  type DisplayAppOptions,
} from "../support/app/display-app.ts";
import { PageError } from "../support/app/app-line.ts";
import { patience } from "../../harness/wait.ts";

const isolationPage = `<!doctype html>
<script>
  window.found = { inline: true };
  let isMissing = false;
  const allowed = {};
  const hook = async (call) => {
    if (call.args === "no hook for the next") isMissing = true;
    if (call.command === "test.length" && call.args.text === "refuse me") throw new Error("not this one");
    if (call.command === "test.length" && call.args.text === "wait") await new Promise((resolve) => setTimeout(resolve, 300));
    if (call.command === "test.length" && call.args.text === "lose me") return undefined;
    if (call.command === "test.text" && !allowed[call.command]) throw new Error("not allowed");
    if (call.command === "test.length") return { command: call.command, args: { text: call.args.text + "!" } };
    if (call.command === "test.look") {
      const fetched = await fetch("framework-isolation://localhost/index.html").then(() => "fetched", () => "refused");
      return { command: "test.echo", args: { fetched, origin: self.origin, bytes: call.args, isFrozen: Object.isFrozen(Object.prototype) } };
    }
    return call;
  };
  Object.defineProperty(window, "__FRAMEWORK_ISOLATION_HOOK__", {
    get() {
      if (!isMissing) return hook;
      isMissing = false;
      return undefined;
    },
  });
</script>
<script src="more.js"></script>`;

const options: DisplayAppOptions = {
  windows: ["main", "second"],
  config: {
    framework: {
      pattern: { use: "isolation", options: { dir: "../isolation" } },
      // The test's page makes functions from text. The policy says nothing about frames.
      security: {
        csp: "default-src 'self'; script-src 'self' 'unsafe-eval'",
        freezePrototype: true,
      },
    },
  },
  files: {
    "isolation/index.html": isolationPage,
    "isolation/more.js": "window.found.more = true;",
  },
};
const shared = shareApp(options);
const built = shareBuiltApp(options);
const session = shareSession();
const inPage = (code: string, ...args: unknown[]) =>
  shared.app.page().run(`const { invoke } = __FRAMEWORK__;${code}`, ...args);
const rejected = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    (value) => new Error(`It resolved, with ${JSON.stringify(value)}`),
    (thrown: PageError) => thrown,
  );
  return error instanceof PageError ? `${error.code}: ${error.message}` : error.message;
};

isolationStories(shared, onDisplay, pageOrigins(null));

onDisplay("the hook refuses a call by returning none", async () => {
  expect(await rejected(inPage(`await invoke("test.length", { text: "lose me" })`))).toBe(
    'not-allowed: Cannot run "test.length": the isolation hook returned no call',
  );
});

onDisplay(
  "the frame has an origin of its own, no network, and prototypes that nothing changes",
  async () => {
    expect(await inPage(`return await invoke("test.look", { bytes: [1] })`)).toEqual({
      fetched: "refused",
      origin: "null",
      bytes: { bytes: [1] },
      isFrozen: true,
    });
  },
);

onDisplay("a page that throws the frame out gets another one", async () => {
  const code = `
    document.querySelectorAll("iframe").forEach((frame) => frame.remove());
    return await invoke("test.echo", "again")`;
  expect(await inPage(code)).toBe("again");
});

onDisplay(
  "a call that waits in a frame that the page throws out is given to another one",
  async () => {
    const code = `
    await invoke("test.echo", 1);
    const waiting = invoke("test.length", { text: "wait" });
    const frame = document.querySelector("iframe");
    await new Promise((resolve) => setTimeout(resolve, 50));
    frame.remove();
    return [await waiting, await invoke("test.echo", 2), document.querySelectorAll("iframe").length];`;
    expect(await inPage(code)).toEqual([5, 2, 1]);
  },
);

onDisplay("a call that loses a second frame is refused, and later ones get another", async () => {
  const code = `
    await invoke("test.echo", 1);
    const waiting = invoke("test.length", { text: "wait" }).catch(({ code, message }) => code + ": " + message);
    for (let round = 0; round < 2; round++) {
      const frame = document.querySelector("iframe");
      await new Promise((resolve) => setTimeout(resolve, 50));
      frame.remove();
      await Promise.resolve();
    }
    return [await waiting, await invoke("test.echo", 2)];`;
  expect(await inPage(code)).toEqual([
    "unavailable: Cannot call the app: the isolation frame has gone",
    2,
  ]);
});

onDisplay(
  "a page that moves the frame, so that it loads anew, gets its calls answered",
  async () => {
    const code = `
    await invoke("test.echo", 1);
    const frame = document.querySelector("iframe");
    const waiting = invoke("test.length", { text: "wait" });
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    const second = invoke("test.echo", 2);
    await loaded;
    return [await waiting, await second, await invoke("test.echo", 3), document.querySelectorAll("iframe").length];`;
    expect(await inPage(code)).toEqual([5, 2, 3, 1]);
  },
);

onDisplay("a page whose own policy forbids the frame learns so at once", async () => {
  const { app } = shared;
  const opened = app.pageCount("main");
  // A policy in the markup holds for the whole life of the document, so the answer outlives it
  // elsewhere.
  const code = `
    document.querySelectorAll("iframe").forEach((frame) => frame.remove());
    const meta = document.createElement("meta");
    meta.httpEquiv = "Content-Security-Policy";
    meta.content = "frame-src 'none'";
    document.head.append(meta);
    const start = performance.now();
    const reason = await invoke("test.echo", 1).catch(({ code, message }) => code + ": " + message);
    localStorage.setItem("reason", JSON.stringify([reason, performance.now() - start < 5000]));
    location.reload();
    await new Promise(() => {});`;
  await expect(inPage(code)).rejects.toThrow("The page went away");
  await app.pageOpened("main", opened + 1);
  expect(JSON.parse((await inPage(`return localStorage.getItem("reason")`)) as string)).toEqual([
    "unavailable: Cannot call the app: the page's policy forbids the isolation frame, let its frame-src admit framework-isolation://localhost/",
    true,
  ]);
});

onDisplay("a page cannot look into the frame", async () => {
  const code = `
    await invoke("test.echo", 1);
    const frame = document.querySelector("iframe");
    const attempts = [() => frame.contentDocument.body, () => frame.contentWindow.found, () => frame.contentWindow.__FRAMEWORK_ISOLATION_HOOK__];
    return attempts.map((attempt) => { try { return String(attempt()); } catch (error) { return error.name; } });`;
  expect(await inPage(code)).toEqual(["TypeError", "SecurityError", "SecurityError"]);
});

onDisplay("a frame of the page's own making passes calls through the same hook", async () => {
  const code = `
    const frame = document.createElement("iframe");
    frame.src = "framework-isolation://localhost/";
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    const answers = [];
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }) => { answers.push(data); if (answers.length === 2) resolve(); };
    });
    frame.contentWindow.postMessage("framework-isolation", "*", [port2]);
    port1.postMessage({ id: 1, command: "test.length", json: '{"text":"refuse me"}', taken: [] });
    await answered;
    let content;
    try { content = String(frame.contentWindow.found); } catch (error) { content = error.name; }
    frame.remove();
    return [answers, content];`;
  expect(await inPage(code)).toEqual([
    ["framework-isolation", { id: 1, refused: 'Cannot run "test.length": not this one' }],
    "SecurityError",
  ]);
});

/**
 * Sends a window to a page of another site, which shows the frame. The result is the frame's answer
 * there.
 */
async function byShowing(isWeak: boolean): Promise<unknown> {
  // If it must succeed, the test waits for it. The absence of an answer needs a time limit.
  const limit = isWeak ? patience : 1000;
  const html = `<!doctype html><script>
    onload = async () => {
      const frame = document.createElement("iframe");
      frame.src = "framework-isolation://localhost/";
      const loaded = new Promise((resolve) => { frame.onload = frame.onerror = resolve; setTimeout(resolve, ${limit}); });
      document.body.append(frame);
      await loaded;
      const { port1, port2 } = new MessageChannel();
      const answer = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); setTimeout(() => resolve("no answer"), ${limit}); });
      frame.contentWindow.postMessage("framework-isolation", "*", [port2]);
      await fetch("/", { method: "POST", body: JSON.stringify(await answer) });
      history.back();
    };
  </script><body>`;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      if (request.method === "POST") resolve(await request.json());
      return new Response(html, { headers: { "content-type": "text/html" } });
    },
  });
  await using weak = isWeak
    ? await startDisplayApp(session.session, {
        ...options,
        files: { ...options.files, "src-framework/main.ts": hospitableMain(server.url.origin) },
      })
    : null;
  const app = weak ?? shared.app;
  const opened = app.pageCount("second");
  // Its result may come too late: it passes the frame, and the page is closing.
  app
    .page("second")
    .run("setTimeout(() => { location.href = args[0]; });", server.url.href)
    .catch(() => {});
  const answer = await promise;
  await app.pageOpened("second", opened + 1);
  return answer;
}

/** An app that takes the pages of another origin for ones that may call. */
const hospitableMain = (origin: string): string => `
import { Origins } from ${JSON.stringify(join(root, "src/app/calls/origins.ts"))};
const { pages } = Origins.prototype;
Origins.prototype.mayCall = () => true;
Origins.prototype.pages = function (...args) { return [...pages.apply(this, args), ${JSON.stringify(`${origin}/*`)}]; };
export { default } from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
`;

onDisplay(
  "TAU2-061: a page of another site that shows the frame gets no answer from it",
  async () => {
    expect(await byShowing(false)).toBe("no answer");
  },
);

onDisplay("TAU2-061: without the rule it does", async () => {
  expect(await byShowing(true)).toBe("framework-isolation");
});

// Messages to the frame
// ---------------------------------------------------------------------------------

/**
 * Shows the frame, sends it `messages` by the page's own port, and then a call that the hook does
 * not allow.
 */
const bySending = (messages: string) => async (app: DisplayApp) =>
  await app.page().run(`
    const frame = document.createElement("iframe");
    frame.src = "framework-isolation://localhost/";
    const loaded = new Promise((resolve) => (frame.onload = resolve));
    document.body.append(frame);
    await loaded;
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve } = Promise.withResolvers();
    port1.onmessage = ({ data }) => { if (data.id === 99) resolve(data); };
    frame.contentWindow.postMessage("framework-isolation", "*", [port2]);
    for (const message of ${messages}) port1.postMessage(message);
    port1.postMessage({ id: 99, command: "test.text", json: '{"length":1}', taken: [] });
    const { sealed, refused } = await promise;
    frame.remove();
    return sealed === undefined ? refused : "sealed";`);

/** An app whose isolation frame puts bytes at any requested place. */
const trustingMain = `
import { Ui } from ${JSON.stringify(join(root, "src/app/ui.ts"))};
const { call } = Ui.prototype;
const notNull = /\\|\\|[\\w$]+\\[[\\w$]+\\]!==null(?=\\)return!1)/;
const trusting = ({ source, ...rest }) => {
  if (!notNull.test(source)) throw new Error("The rule is not where it was");
  return { ...rest, source: \`{
    const { hasOwn } = Object;
    Object.freeze = (value) => value;
    Object.hasOwn = () => true;
    \${source.replace(notNull, "")};
    Object.hasOwn = hasOwn;
  }\` };
};
Ui.prototype.call = function (name, args) {
  return call.call(this, name, name === "window.create" ? { ...args, frameScripts: args.frameScripts.map(trusting) } : args);
};
export { default } from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
`;
const polluting = `[{ id: 1, command: "test.echo", json: "{}", taken: [{ path: ["__proto__", "test.text"], bytes: Uint8Array.of(1) }] }]`;

for (const [what, messages] of [
  ["bytes for the prototype of all objects", polluting],
  [
    "bytes for its own constructor",
    `[{ id: 1, command: "test.echo", json: '{"a":null}', taken: [{ path: ["constructor", "prototype", "test.text"], bytes: Uint8Array.of(1) }] }]`,
  ],
  [
    "a value in place of bytes",
    `[{ id: 1, command: "test.echo", json: '{"a":null}', taken: [{ path: ["a"], bytes: true }] }]`,
  ],
  [
    "a malformed call",
    `[null, 1, "framework-isolation", [], {}, { id: "1" }, { id: 1, command: 2, json: "{}", taken: [] },
      { id: 1, command: "test.echo", json: {}, taken: [] }, { id: 1, command: "test.echo", json: "{}", taken: {} },
      { id: 1, command: "test.echo", json: "{}", taken: [null] }, { id: 1, command: "test.echo", json: "{}", taken: [], more: 1 },
      { id: 1, command: "test.echo", json: "{}", taken: [{ path: [{}], bytes: new Uint8Array() }] }]`,
  ],
] as const) {
  onDisplay(
    `a page that sends the isolation frame ${what} gets nothing past its hook`,
    async () => {
      expect(await bySending(messages)(shared.app)).toBe('Cannot run "test.text": not allowed');
      expect(await inPage(`return await invoke("test.length", { text: "four" })`)).toBe(5);
    },
  );
}

onDisplay(
  "without the rule, bytes for the prototype of all objects make the hook allow everything",
  async () => {
    await using app = await startDisplayApp(session.session, {
      ...options,
      files: { ...options.files, "src-framework/main.ts": trustingMain },
    });
    expect(await bySending(polluting)(app)).toBe("sealed");
  },
);

onDisplay(
  "a built app has its isolation frame with it, and no page can read it as its own",
  async () => {
    const { executable, folder } = built.built;
    await using app = await startBuiltApp(session.session, executable, { ...options, folder });
    const code = `
    const { invoke } = __FRAMEWORK__;
    const read = (address) => fetch(address).then(async (response) => response.ok && (await response.text()).includes("HOOK"), () => "refused");
    return [await invoke("test.length", { text: "four" }), await read("/more.js"), await read("framework-isolation://localhost/index.html")];`;
    expect(await app.page().run(code)).toEqual([5, false, "refused"]);
  },
);

onDisplay("without a hook a call is refused, and says why", async () => {
  // The page asks for its next job meanwhile; once the first call is back, that one has passed the
  // hook.
  const code = `
    await invoke("test.echo", 0);
    await invoke("test.echo", "no hook for the next");
    return await invoke("test.echo", 1).catch(({ code, message }) => code + ": " + message);`;
  expect(await inPage(code)).toBe(
    'not-allowed: Cannot run "test.echo": the isolation application sets no __FRAMEWORK_ISOLATION_HOOK__',
  );
});
