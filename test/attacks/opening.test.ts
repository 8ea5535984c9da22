// Links and file names: any web page can have a browser start the app with an address, and any mail
// can bring a file of any name. Neither may become an option of the app, or another file.

import { join } from "node:path";
import { expect, test } from "bun:test";
import { openAddressArgument, openArgument } from "../../src/contract/shipped/open-arguments.ts";
import type { AuthorConfig } from "../support/config.ts";
import { startWithApi } from "../support/page-api.ts";

import { tempDir } from "../../harness/temp-dir.ts";
import { attack, secret } from "./attack.ts";

interface Started {
  readonly arguments: readonly string[];
  readonly framework?: AuthorConfig["framework"];
  readonly allow?: readonly string[];
}

const allow = ["app.open", "fs.readFile"];

/**
 * The facts that a page learns about the start of the app, and its reads of the opened files and of
 * `path`.
 */
async function started({ framework, ...options }: Started, path: string): Promise<unknown> {
  using app = await startWithApi({
    allow,
    ...options,
    config: {
      framework: {
        ...framework,
        bundle: { identifier: "org.example.memory", urlSchemes: ["notes"] },
      },
    },
  });
  const { api } = app;
  return { start: await api.app.getStart(), read: await api.fs.readTextFile(path) };
}

/** An address ends with a quote, as Windows pastes it: the rest would be further arguments. */
attack("a link ends its argument and names a file of the user's behind it", async (isWeak) => {
  using folder = tempDir({ id_rsa: secret });
  const path = join(folder.path, "id_rsa");
  return await started(
    { arguments: [isWeak ? openArgument : openAddressArgument, "notes:x", path] },
    path,
  );
});

attack("the address itself is that of a file", async (isWeak) => {
  using folder = tempDir({ id_rsa: secret });
  const path = join(folder.path, "id_rsa");
  const address = Bun.pathToFileURL(path).href;
  return await started({ arguments: [isWeak ? openArgument : openAddressArgument, address] }, path);
});

for (const path of [
  "%2e%2e/id_rsa",
  "//localhost/id_rsa",
  "?file=id_rsa",
  "id_rsa%00",
  "../id_rsa",
])
  attack(`an address of the app's own scheme leads to a file by ${path}`, async (isWeak) => {
    using folder = tempDir({ id_rsa: secret });
    const file = join(folder.path, "id_rsa");
    const names = isWeak ? [file] : [`notes:${folder.path}/${path}`];
    return await started({ arguments: [openArgument, ...names] }, file);
  });

/** The command line of an app whose options have effects. */
const cli = { args: [{ name: "load", short: "l", takesValue: true }, { name: "inspect" }] };
for (const word of [`--load=${secret}`, `-l${secret}`])
  attack(`a file's name or a link is the option ${word} of the app`, async (isWeak) => {
    using app = await startWithApi({
      allow,
      arguments: isWeak ? [word] : [openArgument, word],
      config: { framework: { cli, bundle: { identifier: "org.example.memory" } } },
    });
    return (await app.api.app.getStart()).matches;
  });

attack("a page reads what was typed without its flag", async (isWeak) => {
  using app = await startWithApi({
    allow: isWeak ? allow : ["app.show", "fs.readFile"],
    arguments: [secret],
    config: { framework: { bundle: { identifier: "org.example.memory" } } },
  });
  return await app.api.app.getStart();
});

attack("a page hears what is opened later without its flag", async (isWeak) => {
  using app = await startWithApi({
    allow: isWeak ? allow : [],
    config: { framework: { bundle: { identifier: "org.example.memory", urlSchemes: ["notes"] } } },
  });
  const reported: unknown[] = [];
  await app.api.event.listen("framework://open", ({ payload }) => void reported.push(payload));
  app.app.services.openings.open({ args: [secret], cwd: "/", names: [], isAddress: false });
  for (let turn = 0; turn < 3; turn++) await app.app.page.invoke("app.getName", {});
  return reported;
});

attack("a page reads where the starts of apps meet", async (isWeak) => {
  using folder = tempDir({ "framework/0123456789abcdef/address": secret, "other/address": secret });
  const before = process.env["XDG_RUNTIME_DIR"];
  process.env["XDG_RUNTIME_DIR"] = folder.path;
  try {
    using app = await startWithApi({
      allow,
      config: {
        framework: {
          bundle: { identifier: "org.example.memory" },
          allowlist: { fs: { readFile: true, scope: ["$RUNTIME/**"] } },
        },
      },
    });
    const place = isWeak ? "other/address" : "framework/0123456789abcdef/address";
    return await app.api.fs.readTextFile(join(folder.path, place));
  } finally {
    if (before === undefined) delete process.env["XDG_RUNTIME_DIR"];
    else process.env["XDG_RUNTIME_DIR"] = before;
  }
});

test("a link of the app's own scheme arrives as the data that it is", async () => {
  const link = "notes:open?%22--inspect%22=%25s&x=%{command}'$(id)`id`";
  using app = await startWithApi({
    allow,
    arguments: [openAddressArgument, link, "--inspect"],
    config: { framework: { bundle: { identifier: "org.example.memory", urlSchemes: ["notes"] } } },
  });
  expect(await app.api.app.getStart()).toMatchObject({
    args: [],
    files: [],
    urls: [new URL(link).href],
  });
});
