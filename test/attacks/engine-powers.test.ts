// Attacks by features that the web engine gives any page, whatever the allowlist says. Each runs in
// a shipped app, with nothing allowed, and in one with the engine's defaults.

import { expect } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { press } from "../../harness/x.ts";
import { unguardedRunner } from "./unguarded.ts";

const shared = shareSession();
const runner = unguardedRunner();
const build = { devPath: "../page", distDir: "../page", withGlobalFramework: true };

interface Options {
  readonly isWeak?: boolean;
  readonly allowlist?: object;
  readonly csp?: string | null;
}

async function start({
  isWeak = false,
  allowlist = {},
  csp = null,
}: Options = {}): Promise<DisplayApp> {
  const config = {
    build: isWeak ? { ...build, runner } : build,
    framework: { allowlist, security: { csp } },
  };
  return await startDisplayApp(shared.session, { config });
}

/** An attack in an app of its own: `true` when it got through. */
function attack(name: string, run: (app: DisplayApp, isWeak: boolean) => Promise<boolean>): void {
  for (const [how, isWeak] of [
    ["it is refused", false],
    ["without the rule it succeeds", true],
  ] as const) {
    onDisplay(`${name}: ${how}`, async () => {
      await using app = await start({ isWeak });
      expect(await run(app, isWeak)).toBe(isWeak);
    });
  }
}

const refused = (app: DisplayApp, what: string): boolean =>
  app.running.output.some(({ text }) => text.includes(`framework: refused ${what}`));

/** A foreign site. */
function serve(answer: (request: Request) => Response, tls?: { cert: string; key: string }) {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: answer, ...(tls && { tls }) });
  return { url: server.url.href, [Symbol.asyncDispose]: () => server.stop(true) };
}

// Downloads
// --------------------------------------------------------------------------------------------

let lastName = 0;

for (const [what, script] of [
  [
    "a link with `download` to a data address",
    "link.href = 'data:text/plain,loot'; link.download = name; link.click();",
  ],
  [
    "a link with `download` to a blob",
    "link.href = URL.createObjectURL(new Blob(['loot'])); link.download = name; link.click();",
  ],
  ["a frame of another site that calls itself a download", "frame.src = site + name;"],
  ["a page that goes to a download", "location.href = site + name;"],
] as const) {
  attack(`${what} writes a file`, async (app, isWeak) => {
    const name = `loot-${++lastName}.desktop`;
    await using site = serve(
      () =>
        new Response("loot", {
          headers: {
            "content-type": "text/html",
            "content-disposition": `attachment; filename="${name}"`,
          },
        }),
    );
    await app.page().run(
      `const [site, name] = args;
       const link = document.createElement("a");
       const frame = document.createElement("iframe");
       document.body.append(link, frame);
       setTimeout(() => { ${script} });`,
      site.url,
      name,
    );
    const written = (): boolean =>
      readdirSync(shared.session.home, { recursive: true }).some((file) =>
        String(file).endsWith(name),
      );
    await waitFor(
      "the download, or its end",
      () => (isWeak ? written() : refused(app, "a download")),
      {
        state: () => app.running.report(),
      },
    );
    return written();
  });
}

// Dialogs
// ----------------------------------------------------------------------------------------------

for (const [what, isAllowed] of [
  ["without the flag nothing is shown", false],
  ["with the flag the dialog is shown", true],
] as const) {
  onDisplay(`a page prints by its own \`print\`: ${what}`, async () => {
    await using app = await start({ allowlist: { window: { print: isAllowed } } });
    await app.page().run("setTimeout(() => window.print())");
    const dialog = async () => (await app.windows()).some((window) => window.type === "DIALOG");
    await waitFor(
      "the dialog, or its refusal",
      async () => (await dialog()) || refused(app, "printing"),
    );
    expect(await dialog()).toBe(isAllowed);
    expect(await app.page().run("return 'goes on'")).toBe("goes on");
  });
}

onDisplay("a frame of another site cannot ask the user for a password", async () => {
  await using app = await start();
  await using site = serve(
    () =>
      new Response(null, { status: 401, headers: { "www-authenticate": 'Basic realm="Bank"' } }),
  );
  await app.page().run(
    `const frame = document.createElement("iframe");
     frame.src = args[0];
     document.body.append(frame);`,
    site.url,
  );
  await waitFor("its refusal", () => refused(app, "a dialog for a password"), {
    state: () => app.running.report(),
  });
});

const page = (script: string): Response =>
  new Response(`<!doctype html><script>${script}</script>`, {
    headers: { "content-type": "text/html" },
  });

/** Waits for a page's answer while a key presses the focused button. */
async function agreed(
  app: DisplayApp,
  code: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const { id } = await app.window("main");
  let isAnswered = false;
  const answer = app
    .page()
    .run(code, ...args)
    .finally(() => (isAnswered = true));
  await waitFor("the answer", async () => {
    if (!isAnswered) await press(app.session, id, "Return");
    return isAnswered;
  });
  return await answer;
}

const addFrame = `
  const frame = document.createElement("iframe");
  const printed = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
  frame.src = args[0];
  document.body.append(frame);
  return await printed;`;

for (const [what, script] of [
  ["a frame of another site", `top.postMessage(prompt("Your password?", "loot"), "*");`],
  // The engine places no scripts there.
  [
    "a frame without a document, of a frame of another site",
    `const frame = document.createElement("iframe");
     frame.src = "javascript:top.postMessage(prompt('Your password?', 'loot'), '*')";
     document.documentElement.append(frame);`,
  ],
] as const) {
  attack(`${what} asks for a password in the app's name`, async (app) => {
    await using site = serve(() => page(script));
    const answer = await agreed(app, addFrame, site.url);
    expect(answer).toBeOneOf([null, "loot"]);
    return answer === "loot";
  });
}

onDisplay("a page and its own frames ask the user by the engine's dialogs", async () => {
  await using app = await start();
  expect(await agreed(app, "return prompt('Your name?', 'Ada')")).toBe("Ada");
  expect(await agreed(app, "return [alert('Done'), confirm('Again?')]")).toEqual([null, true]);
  const inFrame = `
    const frame = document.createElement("iframe");
    frame.srcdoc = "<!doctype html><script>top.postMessage(prompt('Your name?', 'Ada'))</script>";
    const printed = new Promise((resolve) => addEventListener("message", ({ data }) => resolve(data), { once: true }));
    document.body.append(frame);
    return await printed;`;
  expect(await agreed(app, inFrame)).toBe("Ada");
});

// Permissions and the network
// --------------------------------------------------------------------------

attack("a page is given a permission by the engine", async (app) => {
  // Allowed calls fail in another way: this machine has no location service.
  const code = `
    const { code } = await new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, resolve, { timeout: 1 }));
    return code;`;
  const PERMISSION_DENIED = 1;
  return (await app.page().run(code)) !== PERMISSION_DENIED;
});

onDisplay("the log names each engine capability that a page may not use", async () => {
  await using app = await start();
  await app.page().run(
    `const refusal = () => {};
     await new Promise((resolve) => navigator.geolocation.getCurrentPosition(resolve, resolve));
     await navigator.mediaDevices.getUserMedia({ audio: true }).catch(refusal);`,
  );
  await waitFor("the line", () => refused(app, 'the engine\'s "Geolocation"'), {
    state: () => app.running.report(),
  });
});

onDisplay("a page finds out nothing by WebRTC", async () => {
  await using app = await start();
  expect(await app.page().run("return typeof RTCPeerConnection")).toBe("undefined");
});

// WebKitGTK 2.50 knows no setting against it any more.
for (const [what, csp] of [
  ["with `connect-src` of the page's policy it does not", "default-src 'self'; connect-src 'self'"],
  ["without a policy it does", null],
] as const) {
  onDisplay(`a link tells a server that it was followed: ${what}`, async () => {
    await using app = await start({
      csp: csp === null ? null : `${csp}; script-src 'self' 'unsafe-eval'`,
    });
    let pings = 0;
    await using site = serve(() => {
      pings += 1;
      return new Response();
    });
    await app.page().run(
      `const link = document.createElement("a");
       Object.assign(link, { href: "#followed", ping: args[0] });
       document.body.append(link);
       document.addEventListener("securitypolicyviolation", () => { window.stopped = true; });
       link.click();`,
      site.url,
    );
    const stopped = async () => (await app.page().run("return window.stopped === true")) === true;
    await waitFor("the ping, or its end", async () => pings > 0 || (await stopped()));
    expect(pings > 0).toBe(csp === null);
  });
}

attack("a page talks to a server with an untrusted certificate", async (app) => {
  const pem = readFileSync(join(root, "test/fixtures/untrusted-site.pem"), "utf8");
  const headers = { "access-control-allow-origin": "*" };
  await using site = serve(() => new Response("loot", { headers }), { cert: pem, key: pem });
  const code = "return await fetch(args[0]).then((response) => response.text(), () => 'refused')";
  return (await app.page().run(code, site.url)) === "loot";
});

onDisplay("a page goes to no address of the machine or of the engine", async () => {
  await using app = await start();
  const code = `
    for (const address of args) {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
      try { location.href = address; } catch {}
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
    return [location.href, document.title];`;
  const addresses = ["file:///etc/passwd", "webkit://gpu", "data:text/html,<title>loot</title>"];
  expect(await app.page().run(code, ...addresses)).toEqual(["framework://localhost/", "Test page"]);
});

onDisplay("the context menu offers neither downloads nor new windows", async () => {
  await using app = await start();
  await app
    .page()
    .run(
      `document.body.innerHTML = "<a href='https://example.org/' style='position:fixed;inset:0'>link</a>"`,
    );
  const { area } = await app.window();
  await shared.session
    .start(["xdotool", "mousemove", String(area.x + 20), String(area.y + 10), "click", "3"])
    .end();
  await app.tree.find({ role: "menu item", name: /copy link/i });
  const items = await app.tree.findAll({ role: "menu item" });
  const names = await Promise.all(items.map((item) => item.name()));
  expect(names.filter((name) => /download|save|window/i.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(1);
  await shared.session.start(["xdotool", "key", "Escape"]).end();
});
