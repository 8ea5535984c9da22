// The site as a browser meets it: built, and served by a plain server of files.

import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const folder = join(root, "build/site");

/** The repository that the built site names, whatever checkout it is made from. */
export const repository = "https://example.com/acme/framework";

/**
 * Builds the site, which fails for a link that leads nowhere, and gives its pages by their paths.
 */
export async function buildSite(): Promise<ReadonlyMap<string, string>> {
  const program = join(import.meta.dirname, "node_modules/vitepress/bin/vitepress.js");
  const run = Bun.spawn(["node", program, "build", import.meta.dirname], {
    cwd: root,
    env: {
      ...process.env,
      GITHUB_SERVER_URL: "https://example.com",
      GITHUB_REPOSITORY: "acme/framework",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const said = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ]);
  if ((await run.exited) !== 0) throw new Error(`Cannot build the site:\n${said.join("\n")}`);
  const paths = [...new Bun.Glob("**/*.html").scanSync(folder)];
  return new Map(
    await Promise.all(
      paths.map(async (path) => [`/${path}`, await Bun.file(join(folder, path)).text()] as const),
    ),
  );
}

export function serveSite(): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const path = decodeURI(pathname).replace(/\/$/, "/index.html");
      const file = Bun.file(join(folder, path));
      if (await file.exists()) return new Response(file);
      return new Response(Bun.file(join(folder, "404.html")), { status: 404 });
    },
  });
}
