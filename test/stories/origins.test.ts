// The addresses by which pages and the app find each other, as each system spells them.

import { expect } from "bun:test";
import { startWithApi } from "../support/page-api.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { here, testOnEach } from "../support/each-system.ts";
import type { System } from "../../src/contract/target.ts";

const definition = {
  commands: { sum: ({ data }: { data: Uint8Array }) => data.reduce((a, b) => a + b, 0) },
};

const spelled: Readonly<Record<System, readonly [useHttp: boolean, app: string, asset: string][]>> =
  {
    linux: [
      [false, "framework://localhost", "asset://localhost"],
      [true, "framework://localhost", "asset://localhost"],
    ],
    macos: [
      [false, "framework://localhost", "asset://localhost"],
      [true, "framework://localhost", "asset://localhost"],
    ],
    windows: [
      [false, "https://framework.localhost", "https://asset.localhost"],
      [true, "http://framework.localhost", "http://asset.localhost"],
    ],
  };

testOnEach(
  "the page is where its calls go, and a file's address is one that the app answers",
  async (system) => {
    using dir = tempDir({ "a b.txt": "of a" });
    const path = here(dir.path, "a b.txt");
    for (const [dangerousUseHttpScheme, app, asset] of spelled[system]) {
      using started = await startWithApi({
        definition,
        allow: ["protocol.asset"],
        config: {
          framework: {
            security: { dangerousUseHttpScheme },
            allowlist: { protocol: { assetScope: [`${here(dir.path)}/*`] } },
          },
        },
      });
      const { platform, page } = started.app;
      expect(platform.windows.get("main")?.document.origin).toBe(app);
      // By request: a platform answers nothing that is posted elsewhere.
      expect(await page.invoke("sum", { data: Uint8Array.of(1, 2) })).toBe(3);
      const address = started.api.framework.convertFileSrc(path);
      expect(address).toBe(`${asset}/${encodeURIComponent(path)}`);
      const { status, headers } = await platform.request("main", address, {
        headers: { origin: app },
      });
      expect([status, headers["access-control-allow-origin"]]).toEqual([200, app]);
    }
  },
);

testOnEach(
  "the origins of other systems, and of other schemes, belong to no page of the app",
  async (system) => {
    using app = await startInMemory({ definition });
    const [[, own] = []] = spelled[system];
    const others = [
      "framework://localhost",
      "https://framework.localhost",
      "http://framework.localhost",
    ];
    for (const origin of others.filter((one) => one !== own)) {
      const text = JSON.stringify({ command: "sum", args: {} });
      expect(await app.platform.postMessage("main", text, origin)).toContain('"not-allowed"');
      expect((await app.platform.request("main", `${origin}/`)).status).toBe(404);
    }
  },
);

testOnEach(
  "only the app's own pages are frozen, and only its own frame gets the key, whatever listens on other ports",
  async (system) => {
    for (const [dangerousUseHttpScheme, origin] of spelled[system]) {
      using app = await startInMemory({
        isolation: { kind: "pack", files: {} },
        config: { framework: { security: { freezePrototype: true, dangerousUseHttpScheme } } },
      });
      const { scripts, frameScripts } = app.platform.windows.get("main")!.spec;
      const freeze = scripts.find(({ source }) => source === "Object.freeze(Object.prototype)");
      const port = { "https:": ":443", "http:": ":80" }[new URL(origin).protocol] ?? "";
      expect(freeze?.pages).toEqual([`${origin}${port}/*`]);
      const frame = origin.replace("framework", "framework-isolation");
      expect(frameScripts.map(({ pages }) => pages)).toEqual([[`${frame}${port}/*`]]);
    }
  },
);
