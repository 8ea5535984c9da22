import { expect } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pageOrigins } from "../../../src/contract/page/origins.ts";
import { waitFor } from "../../../harness/wait.ts";
import { SelfSigned } from "../../support/self-signed.ts";
import type { WindowsApp } from "../../support/windows/windows-app.ts";

// Attempts of pages with WebView2's own engine, each beside the permitted way. The app's page makes
// functions from text. The other sites are on this machine.

const { app: own, asset } = pageOrigins("https");
const scope = "drive_c/stories/open";

/** Files of the app whose engine is attacked. */
export const attackedFiles = {
  "page/worker.js": `fetch("/worker.js").then((r) => postMessage(r.status), () => postMessage("refused"));`,
  "page/shared.js": `onconnect = ({ ports: [port] }) => port.postMessage("runs");`,
} as const;

/** Its pages may show files below this folder of Windows. */
export const attackedScope = "C:\\stories\\open\\**";

/** @param certificate the only one that the engine trusts for `https` */
export function engineAttacks(
  shared: { readonly app: WindowsApp },
  story: (name: string, run: () => Promise<void>) => void,
  certificate: string,
): void {
  const inPage = (code: string, ...args: readonly unknown[]) =>
    shared.app.page().run(code, ...args);
  const refused = (what: string): boolean =>
    shared.app.running.output.some(({ text }) => text.includes(`framework: refused ${what}`));
  const refusal = (what: string) =>
    waitFor(`the refusal of ${what}`, () => refused(what), {
      state: () => shared.app.running.report(),
    });
  const goesOn = async () =>
    expect(
      await inPage("return [location.href, await __FRAMEWORK__.invoke('test.echo', 1)]"),
    ).toEqual([`${own}/`, 1]);
  const happened = (): readonly string[] =>
    shared.app.windowsSession.standIn
      .report()
      .flatMap((line) => ("happened" in line ? [line.happened] : []));

  /** The report of a frame of another site that runs a script. */
  async function inForeignFrame(script: string, head = ""): Promise<unknown> {
    await using site = serve(page(script, head), certificate);
    return await inPage(
      `const frame = document.createElement("iframe");
       const { promise, resolve } = Promise.withResolvers();
       const hear = ({ data, source }) => { if (source === frame.contentWindow) resolve(data); };
       addEventListener("message", hear);
       frame.src = args[0];
       document.body.append(frame);
       try { return await promise; } finally { removeEventListener("message", hear); frame.remove(); }`,
      site.url,
    );
  }

  story("a download writes no file, whoever begins it", async () => {
    await using site = serve(
      new Response("loot", { headers: { "content-disposition": "attachment; filename=loot.txt" } }),
      certificate,
    );
    const link = `Object.assign(document.createElement("a"), { download: "loot.txt", `;
    for (const start of [
      `${link} href: "data:text/plain,loot" }).click();`,
      `${link} href: URL.createObjectURL(new Blob(["loot"])) }).click();`,
      `location.href = args[0];`,
      `document.body.append(Object.assign(document.createElement("iframe"), { src: args[0] }));`,
    ])
      await inPage(`setTimeout(() => { ${start} });`, site.url);
    await refusal("a download");
    await goesOn();
    expect(happened()).not.toContain("a download");
  });

  story("a frame of another site opens no window", async () => {
    await inForeignFrame(`open("https://example.invalid/"); report("tried");`);
    await refusal("a new window");
    expect(happened()).not.toContain("a window of WebView2's own");
  });

  story("addresses of other programs are refused, in the window and in frames", async () => {
    await inPage(`setTimeout(() => { location.href = "mailto:a@example.invalid"; });`);
    await refusal('an address of "mailto:"');
    await inPage(
      `document.body.append(Object.assign(document.createElement("iframe"), { src: "tel:0" }));`,
    );
    await refusal('an address of "tel:"');
    await goesOn();
  });

  story("no page of the disk or of the engine is shown, and one of the app is", async () => {
    const code = `
      const frames = args.map((src) => Object.assign(document.createElement("iframe"), { src }));
      const loaded = new Promise((resolve) => frames.at(-1).addEventListener("load", resolve));
      document.body.append(...frames);
      await loaded;
      const seen = frames.map((frame) => frame.contentDocument?.title ?? "not readable");
      for (const frame of frames) frame.remove();
      return seen;`;
    const nothing = expect.stringMatching(/^(?:not readable)?$/);
    expect(await inPage(code, "file:///C:/windows/win.ini", "chrome://version/", "/")).toEqual([
      nothing,
      nothing,
      "Test page",
    ]);
  });

  story("a frame of another site gets no file of the user's, and the page does", async () => {
    const folder = join(shared.app.windowsSession.wine.prefix, scope);
    mkdirSync(folder, { recursive: true });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>`;
    await Bun.write(join(folder, "picture.svg"), svg);
    const address = `${asset}/${encodeURIComponent("C:\\stories\\open\\picture.svg")}`;
    // Each address is new: what a document has shown once, it shows again without a request.
    let asked = 0;
    const show = (policy: string) => `new Promise((resolve) => {
      const image = Object.assign(new Image(), { referrerPolicy: "${policy}" });
      image.onload = () => resolve(image.naturalWidth);
      image.onerror = () => resolve("refused");
      image.src = "${address}?${++asked}";
    })`;
    // A request without an origin is the page's while no other site is there.
    await shared.app.page().reload();
    for (const policy of ["no-referrer", "origin"])
      expect([policy, await inPage(`return await ${show(policy)}`)]).toEqual([policy, 4]);
    for (const policy of ["no-referrer", "origin", "unsafe-url"])
      expect([policy, await inForeignFrame(`${show(policy)}.then(report)`)]).toEqual([
        policy,
        "refused",
      ]);
    expect(await inPage(`return await ${show("origin")}`)).toBe(4);
    // The one that has been there may have left a document that still asks.
    expect(await inPage(`return await ${show("no-referrer")}`)).toBe("refused");
    await shared.app.page().reload();
    expect(await inPage(`return await ${show("no-referrer")}`)).toBe(4);
  });

  story("a worker of the page runs, and none that outlives it", async () => {
    const own = `return await new Promise((resolve) => {
      new Worker("/worker.js").onmessage = ({ data }) => resolve(data);
    })`;
    expect(await inPage(own)).toBe(200);
    const service = `return await navigator.serviceWorker.register("/worker.js").then(() => "runs", () => "refused")`;
    expect(await inPage(service)).toBe("refused");
    const sharedWorker = `return await new Promise((resolve) => {
      const worker = new SharedWorker("/shared.js");
      worker.onerror = () => resolve("refused");
      worker.port.onmessage = ({ data }) => resolve(data);
    })`;
    expect(await inPage(sharedWorker)).toBe("refused");
  });

  story("the engine does not talk to a server with an untrusted certificate", async () => {
    using stranger = new SelfSigned("127.0.0.1");
    const headers = { "access-control-allow-origin": "*" };
    const ask = `return await fetch(args[0]).then((r) => r.text(), () => "refused")`;
    for (const [pem, answer] of [
      [certificate, "loot"],
      [stranger.tls, "refused"],
    ] as const) {
      await using site = serve(new Response("loot", { headers }), pem);
      expect(await inPage(ask, site.url)).toBe(answer);
    }
  });

  story("another site's call is refused before it is made, and after", async () => {
    const call = (headers: string) =>
      inForeignFrame(
        `fetch("${own}/__ipc/call", { method: "POST", body: "{}", headers: ${headers} })
          .then((r) => r.text(), () => "refused").then(report)`,
      );
    // The first is asked about beforehand, the second is not.
    expect(await call(`{ "x-framework-key": "${"0".repeat(32)}" }`)).toBe("refused");
    expect(await call("{}")).toBe("refused");
    await goesOn();
  });

  story("no page prints, neither by itself nor from a frame of another site", async () => {
    await inPage(`print(); document.execCommand("print");`);
    await inForeignFrame(`print(); report("tried");`);
    await goesOn();
    expect(happened()).not.toContain("print");
  });

  story("a document that a page has written itself has no bridge in a window", async () => {
    const { app } = shared;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    await using site = serve(page(""), certificate, resolve);
    const script = `fetch("${site.url}", { method: "POST", body: JSON.stringify({
        from: origin, bridge: typeof window.__FRAMEWORK_BRIDGE__, api: typeof window.__FRAMEWORK__ }) })
      .catch(() => {}).then(() => history.back())`;
    const html = `<!doctype html><script>onload = () => setTimeout(() => ${script})</script>`;
    const before = app.pageCount("second");
    await app
      .page("second")
      .run(
        `setTimeout(() => { location.href = URL.createObjectURL(new Blob([args[0]], { type: "text/html" })); });`,
        html,
      );
    expect(await promise).toEqual({ from: own, bridge: "undefined", api: "undefined" });
    await app.pageOpened("second", before + 1);
    expect(await app.page("second").run("return await __FRAMEWORK__.invoke('test.echo', 2)")).toBe(
      2,
    );
  });
}

function page(script: string, head = ""): Response {
  const report = `const report = (what) => parent.postMessage(what, "*");`;
  return new Response(`<!doctype html>${head}<script>${report}${script}</script>`, {
    headers: { "content-type": "text/html" },
  });
}

/** A foreign site, which forwards its requests. */
function serve(
  answer: Response,
  certificate: string | { readonly cert: string; readonly key: string },
  receive: (what: unknown) => void = () => {},
) {
  const tls =
    typeof certificate === "string" ? { cert: certificate, key: certificate } : certificate;
  const headers = { "access-control-allow-origin": "*" };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls,
    fetch: async (request) => {
      if (request.method !== "POST") return answer.clone() as Response;
      receive(await request.json());
      return new Response(null, { headers });
    },
  });
  return { url: server.url.href, [Symbol.asyncDispose]: () => server.stop(true) };
}
