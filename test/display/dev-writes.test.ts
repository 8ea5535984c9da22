// Files that an app in development writes itself: they must not restart it for ever.

import { expect } from "bun:test";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  onDisplay,
  root,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";

const shared = shareSession();

/** The fixture's app, with code of ours that runs at each start. */
const startingWith = (
  code: string,
): string => `import app from ${JSON.stringify(join(root, "test/fixtures/display-app/main.ts"))};
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { Database } from "bun:sqlite";
mkdirSync("target", { recursive: true });
appendFileSync("target/starts", "x");
${code}
void [Database, mkdirSync, readFileSync, renameSync, writeFileSync];
export default app;
`;
const starts = (app: DisplayApp) =>
  readFileSync(join(app.folder, "src-framework/target/starts"), "utf8").length;

onDisplay("databases, logs, uploads and copies in the working folder restart nothing", async () => {
  await using app = await startDisplayApp(shared.session, {
    files: {
      "src-framework/main.ts": startingWith(`
import "./part.ts";
const database = new Database("notes.db");
database.run("PRAGMA journal_mode = WAL");
database.run("CREATE TABLE IF NOT EXISTS notes (text)");
let count = 0;
setInterval(() => {
  count += 1;
  database.run("INSERT INTO notes VALUES (?)", [String(count)]);
  appendFileSync("app.log", "line\\n");
  mkdirSync("uploads", { recursive: true });
  writeFileSync(\`uploads/\${count}.png\`, "");
  writeFileSync("bindings.ts", \`export const count = \${count};\`);
  writeFileSync("schema.json.new", String(count));
  renameSync("schema.json.new", "schema.json");
}, 5);`),
      "src-framework/part.ts": "",
    },
  });
  await waitFor("many files", () => {
    try {
      return readFileSync(join(app.folder, "src-framework/app.log"), "utf8").length > 500;
    } catch {
      return false;
    }
  });
  expect(starts(app)).toBe(1);
  appendFileSync(join(app.folder, "src-framework/part.ts"), "// saved\n");
  await app.running.line("src-framework/part.ts has changed: restarted in");
  expect(starts(app)).toBe(2);
});

onDisplay(
  "a file that the app imports and writes at each start is named, and followed no more",
  async () => {
    await using app = await startDisplayApp(shared.session, {
      files: {
        "src-framework/main.ts": startingWith(`
import state from "./state.json";
writeFileSync("state.json", JSON.stringify({ starts: state.starts + 1 }));`),
        "src-framework/state.json": '{ "starts": 0 }',
      },
    });
    await app.running.line(
      "src-framework/state.json changed after each restart of the app, so the app seems to write it",
    );
    const count = starts(app);
    expect(count).toBeLessThanOrEqual(5);
    // Code is followed as before. The app writes the file once more, and is not restarted for it.
    appendFileSync(join(app.folder, "src-framework/main.ts"), "// saved\n");
    await app.running.line("src-framework/main.ts has changed: restarted in");
    appendFileSync(join(app.folder, "src-framework/main.ts"), "// saved again\n");
    await waitFor("one more restart", () => starts(app) >= count + 2);
    expect(
      app.running.output.filter(({ text }) => text.includes("seems to write it")),
    ).toHaveLength(1);
  },
);

onDisplay("a file that git ignores restarts nothing, though the app imports it", async () => {
  await using app = await startDisplayApp(shared.session, {
    files: {
      ".gitignore": "state.json\n",
      ".git/HEAD": "",
      "src-framework/main.ts": startingWith(`
import state from "./state.json";
writeFileSync("state.json", JSON.stringify({ starts: state.starts + 1 }));`),
      "src-framework/state.json": '{ "starts": 0 }',
    },
  });
  appendFileSync(join(app.folder, "src-framework/main.ts"), "// saved\n");
  await app.running.line("src-framework/main.ts has changed: restarted in");
  expect([starts(app), readFileSync(join(app.folder, "src-framework/state.json"), "utf8")]).toEqual(
    [2, '{"starts":2}'],
  );
});

onDisplay("a file of the page that is written on load is named, and followed no more", async () => {
  await using app = await startDisplayApp(shared.session);
  // As a page does that keeps its visits in a file.
  let opened = 1;
  for (
    ;
    !app.running.output.some(({ text }) => text.includes("so the app seems to write it"));
    opened += 1
  ) {
    expect(opened).toBeLessThan(8);
    await app.pageOpened("main", opened);
    const reported = app.running.output.length;
    writeFileSync(join(app.folder, "page/visits.json"), `{ "visits": ${opened} }`);
    await waitFor("what is said", () => app.running.output.length > reported);
  }
  await app.running.line("page/visits.json has changed: the pages are loaded anew");
  await app.running.line(
    "page/visits.json changed after each reload of the pages, so the app seems to write it: its changes reload them " +
      "no more until it is left alone for 10 s. Write it elsewhere, as to appDataDir(), or list it in .gitignore",
  );
  writeFileSync(join(app.folder, "page/extra.css"), "");
  await app.pageOpened("main", opened - 1);
});
