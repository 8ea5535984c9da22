// `npm start` without a screen: runs the dialogs example under a display of its own, presses its
// buttons, answers the dialogs as a screen reader's user would, saves a picture of each and prints
// the events.

import { mkdirSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join, relative } from "node:path";
import { openAccessibility, type Node } from "../harness/accessibility.ts";
import { startSession, type Session } from "../harness/display.ts";
import { fillField } from "../harness/page-field.ts";
import { waitFor } from "../harness/wait.ts";
import { saveScreenshot, windowTitled } from "../harness/x.ts";

/** One dialog: the input before it, and its answer. */
interface Step {
  readonly card: string;
  /** Labels of text fields, with their input. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The role of the dialog's window, by which it is found. */
  readonly dialog: "alert" | "file chooser";
  /** The button that answers it. */
  readonly press: string;
  readonly expect: string;
}

const root = join(import.meta.dir, "..");
const pictures = join(root, "build/demo");

function steps(home: string): readonly Step[] {
  return [
    { card: "message", dialog: "alert", press: "OK", expect: "done" },
    {
      card: "ask",
      fields: { "ask: Title": "Notes" },
      dialog: "alert",
      press: "Yes",
      expect: "true",
    },
    { card: "confirm", dialog: "alert", press: "Cancel", expect: "false" },
    {
      card: "open",
      fields: { "open: Start at": join(home, "notes.txt") },
      dialog: "file chooser",
      press: "Open",
      expect: JSON.stringify(join(home, "notes.txt")),
    },
    {
      card: "save",
      fields: { "save: Start at": join(home, "copy.txt") },
      dialog: "file chooser",
      press: "Save",
      expect: JSON.stringify(join(home, "copy.txt")),
    },
  ];
}

async function answer(session: Session, app: Node, step: Step): Promise<void> {
  for (const [name, text] of Object.entries(step.fields ?? {})) {
    const field = await app.find({ role: "entry", name, states: ["visible"] });
    await fillField(session, (await windowTitled(session, "Dialogs")).id, field, text);
  }
  await (
    await app.find({ role: "push button", name: `Show ${step.card}`, states: ["visible"] })
  ).press();
  const dialog = await app.find({ role: step.dialog });
  const button = await dialog.find({
    role: "push button",
    name: step.press,
    states: ["showing", "sensitive"],
  });
  const picture = join(pictures, `${step.card}.png`);
  saveScreenshot(session, picture);
  await button.press();
  await app.findNone({ role: step.dialog });
  const entry = await waitFor(`the answer to ${step.card}`, async () => {
    const [newest] = await app.findAll({ role: "list item", text: new RegExp(`^${step.card}\\(`) });
    return (await newest?.text()) ?? null;
  });
  const [call = "", result = "", more = ""] = entry.split("\n");
  console.log(`  ${call}\n    ${step.press} → ${result}${more === "" ? "" : ` (${more})`}`);
  console.log(`    ${relative(root, picture)}`);
  if (result !== step.expect)
    throw new Error(`${step.card} gave ${result} instead of ${step.expect}`);
}

mkdirSync(pictures, { recursive: true });
await using session = await startSession({ size: { width: 1100, height: 800 } });
writeFileSync(join(session.home, "notes.txt"), "Bread, milk, and the long walk home.\n");
console.log("No display: running examples/dialogs under a virtual one\n");
await using running = session.start([process.execPath, join(root, "src/cli/main.ts"), "dev"], {
  cwd: join(root, "examples/dialogs"),
});
try {
  await using accessibility = await openAccessibility(session);
  const app = await waitFor("the app on the accessibility bus", async () => {
    if (!running.isRunning) throw new Error("The app ended before its window was there");
    for (const node of await accessibility.applications()) {
      if ((await node.name()) === "org.example.dialogs") return node;
    }
    return null;
  });
  await app.find({ role: "push button", name: "Show message" });
  saveScreenshot(session, join(pictures, "window.png"));
  for (const step of steps(session.home)) await answer(session, app, step);
  running.signal("SIGTERM");
  const { code } = await running.end();
  // The exit code of the tool contains the signal that ended it.
  if (code !== 128 + constants.signals.SIGTERM)
    throw new Error(`The app ended with exit code ${code}`);
  console.log("\nEvery dialog answered as expected.");
} catch (error) {
  console.error(
    `\n${error instanceof Error ? error.message : String(error)}\n\n${running.report()}`,
  );
  process.exitCode = 1;
}
