import { expect } from "bun:test";
import type { PageOrigins } from "../../src/contract/page/origins.ts";
import type { DisplayAppOptions } from "../support/app/display-app.ts";
import type { PagesApp } from "../support/app/pages-app.ts";

const isolationPage = `<!doctype html>
<script>
  window.__FRAMEWORK_ISOLATION_HOOK__ = async (call) => {
    if (call.command !== "test.length") return call;
    if (call.args.text === "refuse me") throw new Error("not this one");
    if (call.args.text === "wait") await new Promise((resolve) => setTimeout(resolve, 300));
    return { command: call.command, args: { text: call.args.text + "!" } };
  };
</script>`;

/** An app whose calls go through an isolation page. */
export const isolatedOptions: DisplayAppOptions = {
  config: {
    framework: {
      bundle: { identifier: "org.example.isolated-app" },
      pattern: { use: "isolation", options: { dir: "../isolation" } },
      // The test's page makes functions from text.
      security: {
        csp: "default-src 'self'; script-src 'self' 'unsafe-eval'",
        freezePrototype: true,
      },
    },
  },
  files: { "isolation/index.html": isolationPage },
};

/** The isolation page's view of calls, and its decisions. */
export function isolationStories(
  shared: { readonly app: PagesApp },
  story: (name: string, run: () => Promise<void>) => void,
  { isolation }: PageOrigins,
): void {
  const inPage = (code: string) =>
    shared.app.page().run(`const { invoke } = __FRAMEWORK__;${code}`);

  story("calls go through the frame: text, long text and bytes", async () => {
    const code = `
      const bytes = new Uint8Array(300_000).fill(7);
      const back = await invoke("test.echo", { deep: [bytes, "é\\0"], none: new Uint8Array() });
      const long = await invoke("test.echo", "x".repeat(200_000));
      return [await invoke("test.echo", { a: 1 }), back.deep[0].length, back.deep[0][299_999], back.deep[1], back.none.length, long.length];`;
    expect(await inPage(code)).toEqual([{ a: 1 }, 300_000, 7, "é\0", 0, 200_000]);
  });

  story("the hook changes a call, and refuses one by throwing", async () => {
    expect(await inPage(`return await invoke("test.length", { text: "four" })`)).toBe(5);
    await expect(inPage(`await invoke("test.length", { text: "refuse me" })`)).rejects.toThrow(
      'Cannot run "test.length": not this one',
    );
  });

  story("the frame is at a host of its own, and no page can look into it", async () => {
    const code = `
      await invoke("test.echo", 1);
      const frame = document.querySelector("iframe");
      const read = await fetch("${isolation}/index.html").then(() => "read", () => "refused");
      let inside;
      try { inside = String(frame.contentWindow.__FRAMEWORK_ISOLATION_HOOK__); } catch (error) { inside = error.name; }
      return [frame.src, read, inside];`;
    expect(await inPage(code)).toEqual([`${isolation}/`, "refused", "SecurityError"]);
  });

  story("a thousand calls at once get an answer each", async () => {
    const code = `return (await Promise.all(Array.from({ length: 1000 }, (_, n) => invoke("test.echo", n)))).every((v, n) => v === n)`;
    expect(await inPage(code)).toBe(true);
  });

  story(
    "a call that the hook takes long for keeps its place: later calls of the page wait for it",
    async () => {
      const code = `
      const ended = [];
      const note = (text) => invoke("test.length", { text }).then(() => ended.push(text));
      await Promise.all([note("wait"), note("b"), invoke("test.echo", 1).then(() => ended.push("c"))]);
      return ended;`;
      expect(await inPage(code)).toEqual(["wait", "b", "c"]);
    },
  );

  story("long and short calls arrive in their order, past one that the hook refuses", async () => {
    const code = `
      const { emit, listen } = __FRAMEWORK__.event;
      const heard = [];
      const { promise, resolve } = Promise.withResolvers();
      const unlisten = await listen("piece", ({ payload }) => heard.push(payload.n) === 40 && resolve());
      const refused = invoke("test.length", { text: "refuse me" }).catch((error) => error.code);
      for (let n = 0; n < 40; n++) emit("piece", { n, text: "x".repeat(n % 3 === 0 ? 200_000 : n) });
      await promise;
      await unlisten();
      return [await refused, heard.every((n, index) => n === index)];`;
    expect(await inPage(code)).toEqual(["not-allowed", true]);
  });
}
