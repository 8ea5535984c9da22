// The notes app, as its user has it: from its package, opened by a file, by a link and twice.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  openAccessibility,
  type Accessibility,
  type Node,
  type Query,
} from "../../harness/accessibility.ts";
import { missingPrograms, startSession, type Session } from "../../harness/display.ts";
import { waitFor } from "../../harness/wait.ts";
import { press, type, windows, windowTitled } from "../../harness/x.ts";
import { run } from "../../harness/x-program.ts";
import { missingTool } from "../bundler/project.ts";
import { packExample } from "../support/example-package.ts";

const missing =
  missingPrograms().map((name) => `needs ${name}`)[0] ??
  missingTool("dpkg-deb", "gio", "update-desktop-database", "update-mime-database");

describe.skipIf(missing !== null)(`notes (${missing ?? "from its deb"})`, () => {
  const place = mkdtempSync(join(tmpdir(), "framework-notes-"));
  let session: Session;
  let accessibility: Accessibility;
  let env: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    const [deb] = await packExample("examples/notes", ["deb"], place);
    session = await startSession();
    accessibility = await openAccessibility(session);
    const root = join(place, "root");
    await run(session, ["dpkg-deb", "-x", deb?.path ?? "", root]);
    const share = join(root, "usr/share");
    await run(session, ["update-desktop-database", join(share, "applications")]);
    await run(session, ["update-mime-database", join(share, "mime")]);
    // The script in /usr/bin names the executable by its installed path.
    mkdirSync(path("bin"));
    symlinkSync(join(root, "usr/lib/notes/notes"), path("bin/notes"));
    env = {
      PATH: `${path("bin")}:${process.env["PATH"]}`,
      XDG_DATA_DIRS: `${share}:/usr/local/share:/usr/share`,
    };
  });
  afterAll(async () => {
    await accessibility[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
    rmSync(place, { recursive: true, force: true });
  });

  const path = (name: string): string => join(place, name);
  const start = (...command: string[]) => session.start(command, { env, cwd: place });
  const title = (words: string) => windowTitled(session, words);

  /** The matching nodes of all programs: the app is found by its content. */
  async function findAll(query: Query): Promise<Node[]> {
    const programs = await accessibility.applications();
    return (await Promise.all(programs.map((program) => program.findAll(query)))).flat();
  }

  const find = (query: Query): Promise<Node> =>
    waitFor(`a node ${JSON.stringify(query)}`, async () => (await findAll(query))[0]);

  /** Answers the question that is on the screen. */
  const answer = async (name: string): Promise<void> =>
    (await find({ role: "push button", name, states: ["showing", "sensitive"] })).press();

  const noQuestion = () =>
    waitFor("the end of the question", async () =>
      (await windows(session)).every((window) => window.type === "NORMAL"),
    );

  test("is opened by a file, a link and twice, asks before text is lost, and saves", async () => {
    writeFileSync(path("first.md"), "# First\n\nBread, *milk*\n");
    writeFileSync(path("second.note"), "Second");
    mkdirSync(path("elsewhere"));
    await using app = start("gio", "open", path("first.md"));
    await title("first.md – Notes");
    await app.end();

    // Typed text is shown, marked as changed, and saved.
    const first = await title("first.md – Notes");
    await type(session, first.id, "x");
    await title("• first.md – Notes");
    await press(session, first.id, "ctrl+s");
    await title("first.md – Notes");
    expect(readFileSync(path("first.md"), "utf8")).toContain("x");

    // A second start brings its file into the window there is.
    await using again = start("notes", "second.note");
    await again.endWith(0);
    const second = await title("second.note – Notes");
    expect(second.id).toBe(first.id);

    // A link begins a note, but not without a question while there is something to save.
    await type(session, second.id, "changed ");
    await title("• second.note – Notes");
    await using link = start("gio", "open", "example-notes:new?text=From%20a%20link");
    await link.endWith(0);
    await answer("Cancel");
    await noQuestion();
    await title("• second.note – Notes");
    await using oncemore = start("gio", "open", "example-notes:new?text=From%20a%20link");
    await oncemore.endWith(0);
    await answer("Save");
    await title("• Untitled – Notes");
    expect(readFileSync(path("second.note"), "utf8")).toBe("Secondchanged ");

    // Closing asks as well: "Cancel" stays, "Don't Save" leaves.
    await press(session, first.id, "alt+F4");
    await answer("Cancel");
    await noQuestion();
    await press(session, first.id, "alt+F4");
    await answer("Don't Save");
    await waitFor("the end of the app", async () => (await windows(session)).length === 0);
    expect(existsSync(path("note.md"))).toBe(false);
  });

  test("opens recent files, preferences that both windows follow, and the preview", async () => {
    await using app = start("notes");
    const untitled = await title("Untitled – Notes");
    await press(session, untitled.id, "F10");
    await (await find({ role: "menu", name: /Recent/ })).press();
    await (await find({ role: "menu item", name: "first.md" })).press();
    const first = await title("first.md – Notes");
    await find({ role: "heading", name: "First" });

    await press(session, first.id, "ctrl+comma");
    const preferences = await title("Preferences");
    expect(preferences.id).not.toBe(first.id);
    await press(session, preferences.id, "Tab", "Right", "Right");
    await press(session, preferences.id, "ctrl+w");
    await waitFor("the end of the preferences", async () => (await windows(session)).length === 1);

    await press(session, first.id, "ctrl+shift+v");
    const heading = { role: "heading", name: "First" } as const;
    await waitFor("the preview to go", async () => (await findAll(heading)).length === 0);
    await press(session, first.id, "ctrl+q");
    await app.endWith(0);
  });
});
