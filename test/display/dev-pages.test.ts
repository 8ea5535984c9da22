// The pages of `framework dev`: their origin, and their updates after edits.

import { expect } from "bun:test";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import {
  devCommand,
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { changeBuild, left } from "./dev-session.ts";

const shared = shareSession();

onDisplay("pages are loaded anew when their files change, and the app goes on", async () => {
  await using app = await startDisplayApp(shared.session);
  writeFileSync(join(app.folder, "page/extra.js"), "1");
  await app.pageOpened("main", 2);
  await app.running.line("page/extra.js has changed: the pages are loaded anew");
  expect(app.running.output.filter(({ text }) => text.includes("restarted"))).toEqual([]);
});

onDisplay("a page of TypeScript is served with hot reloading, and may call the app", async () => {
  const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");
  await using app = await startDisplayApp(shared.session, {
    config: { build: { devPath: "../source", distDir: "../page", withGlobalFramework: true } },
    files: {
      "source/index.html": `${page}<script type="module" src="./own.ts"></script>`,
      "source/own.ts":
        'const word: string = "first"; document.title = word; import.meta.hot.accept();',
    },
  });
  const title = () =>
    app.page().run("window.seen = (window.seen ?? 0) + 1; return [document.title, window.seen]");
  await waitFor("the page's own script", async () => {
    return (await app.page().run("return document.title")) === "first";
  });
  expect(await title()).toEqual(["first", 1]);
  expect(await app.page().run("return location.pathname")).toBe("/");
  // The secret that opens the server is in nothing a script or another user of the machine can
  // read.
  const specFile = join(app.folder, "src-framework/target/dev/app-spec.json");
  const token = /\b[0-9a-f]{48}\b/.exec(readFileSync(specFile, "utf8"))?.[0] ?? "";
  expect([token.length, statSync(specFile).mode & 0o777]).toEqual([48, 0o600]);
  const seen = await app.page().run(`
    const entries = performance.getEntries().map(({ name }) => name);
    return [document.cookie, document.referrer, location.href, ...entries, document.documentElement.outerHTML].join()`);
  const programs = left(app).map((pid) => readFileSync(`/proc/${pid}/cmdline`, "latin1"));
  expect([seen, ...programs].filter((text) => String(text).includes(token))).toEqual([]);
  writeFileSync(
    join(app.folder, "source/own.ts"),
    'document.title = "second"; import.meta.hot.accept();',
  );
  // The document is the same one: an element that a script has added is still there.
  await waitFor("the new title", async () => {
    const [now, seen] = (await title()) as [string, number];
    return now === "second" && seen > 1;
  });
});

onDisplay(
  "a page with hot reloading has the policy of the app, and hot reloading goes on under it",
  async () => {
    const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8")
      // Without a head in the text, Bun's hot reloading does not find its style sheets.
      .replace("<meta", "<head><meta")
      .replace("</title>", "</title></head>");
    await using app = await startDisplayApp(shared.session, {
      config: {
        build: { devPath: "../source", distDir: "../page", withGlobalFramework: true },
        // The test's page makes functions from text. To the server that hot reloading asks, it may
        // not connect.
        framework: {
          security: {
            csp: "default-src 'self'; script-src 'self' 'unsafe-eval'; connect-src https://example.org",
          },
        },
      },
      files: {
        "source/index.html": `${page}<script>window.written = true</script><script type="module" src="./own.ts"></script>`,
        "source/own.ts": 'import "./own.css"; document.title = "first"; import.meta.hot.accept();',
        "source/own.css": "p { color: rgb(1, 2, 3) }",
      },
    });
    const look = () =>
      app.page().run(`
      const refused = [];
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refused.push(effectiveDirective));
      window.ran = false;
      document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }));
      await fetch("http://127.0.0.1:9/").catch(() => {});
      const bytes = await window.__FRAMEWORK__.invoke("test.echo", new Uint8Array(30_000));
      return {
        written: window.written,
        ran: window.ran,
        refused,
        bytes: bytes.length,
        color: getComputedStyle(document.querySelector("p")).color,
      };`);
    // It runs when the style sheet is there.
    await waitFor("the page's own script", async () => {
      return (await app.page().run("return document.title")) === "first";
    });
    const rest = {
      written: true,
      ran: false,
      refused: ["script-src-elem", "connect-src"],
      bytes: 30_000,
    };
    expect(await look()).toEqual({ ...rest, color: "rgb(1, 2, 3)" });
    writeFileSync(
      join(app.folder, "source/own.ts"),
      'import "./own.css"; document.title = "second"; import.meta.hot.accept();',
    );
    await waitFor(
      "the new title",
      async () => (await app.page().run("return document.title")) === "second",
    );
    writeFileSync(join(app.folder, "source/own.css"), "p { color: rgb(4, 5, 6) }");
    await waitFor(
      "the new colour",
      async () =>
        (await app.page().run("return getComputedStyle(document.querySelector('p')).color")) ===
        "rgb(4, 5, 6)",
    );
    // It is the same document.
    expect([await look(), app.pageCount("main")]).toEqual([{ ...rest, color: "rgb(4, 5, 6)" }, 1]);
    const file = join(app.folder, "src-framework/framework.conf.json");
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"csp":', `"devCsp":"img-src 'self'","csp":`),
    );
    await app.pageOpened("main", 2);
    const policy = `return (await fetch("/")).headers.get("content-security-policy")`;
    expect(await app.page().run(policy)).toBe("img-src 'self'");
  },
);

onDisplay(
  "a list of files as devPath is shown and followed, as a build would pack it",
  async () => {
    await using app = await startDisplayApp(shared.session, {
      config: {
        build: {
          devPath: ["../page/index.html", "../parts/own.js"],
          distDir: "../page",
          withGlobalFramework: true,
        },
      },
      files: { "parts/own.js": "1", "parts/other.js": "1" },
    });
    const statuses = `return Promise.all(["own.js", "other.js", "parts/own.js"].map(async (path) => (await fetch(path)).status))`;
    expect(await app.page().run(statuses)).toEqual([200, 404, 404]);
    writeFileSync(join(app.folder, "parts/own.js"), "22");
    await app.pageOpened("main", 2);
    changeBuild(app, { devPath: ["../page/index.html", "../gone.js"] });
    await app.running.line(/Cannot read ".*gone.js": it must be a file/);
    await app.running.line("The app is started when the configuration changes");
    // Settings of the compiler start an app that runs anew, and no other.
    writeFileSync(join(app.folder, "src-framework/tsconfig.json"), "{}");
    await app.running.line("The app is started when the configuration changes");
    changeBuild(app, { devPath: "../page" });
    await app.pageOpened("main", 3);
  },
);

onDisplay("an address as devPath is loaded as it was written", async () => {
  const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");
  await using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response(page, { headers: { "content-type": "text/html" } }),
  });
  const address = `http://127.0.0.1:${server.port}/start.html?x=1`;
  await using app = await startDisplayApp(shared.session, {
    config: { build: { devPath: address, distDir: "../page", withGlobalFramework: true } },
  });
  expect(await app.page().run("return location.href")).toBe(address);
});

onDisplay(
  "--port loses its effect, not the session, with a devPath that needs no server",
  async () => {
    const page = readFileSync(join(root, "test/fixtures/display-app/index.html"), "utf8");
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    taken.close();
    await using app = await startDisplayApp(shared.session, {
      command: [...devCommand, "--port", String(port)],
      config: { build: { devPath: "../source", distDir: "../page", withGlobalFramework: true } },
      files: {
        "source/index.html": `${page}<script type="module" src="./own.ts"></script>`,
        "source/own.ts": "export {};",
      },
    });
    expect(await app.page().run("return location.port")).toBe(String(port));
    changeBuild(app, { devPath: "../page" });
    await app.running.line("--port has no effect: build.devPath needs no server");
    await app.pageOpened("main", 2);
    expect(await app.page().run("return location.protocol")).toBe("framework:");
  },
);
