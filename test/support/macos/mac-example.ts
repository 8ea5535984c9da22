import { waitFor } from "../../../harness/wait.ts";
import { ExampleApp } from "../app/example-app.ts";
import { MacUser } from "./mac-app.ts";

// Carbon's numbers of keys and modifiers, as they lie on a keyboard.
const nine = 25;
const commandAndOption = 0x100 | 0x800;

/** An example over the stand-in for Apple's runtime. */
export class MacExample extends ExampleApp {
  readonly user = new MacUser(this.running);

  override async titles(): Promise<readonly string[]> {
    return (await this.user.sees()).map(({ title }) => title);
  }

  // No window manager knows its windows, so keys come by the one who plays its user.
  override async fill(field: string, text: string): Promise<void> {
    const entry = await this.tree.find({ role: "entry", name: field, states: ["visible"] });
    await entry.focus();
    await waitFor("the field to have the keyboard", async () =>
      (await entry.states()).includes("focused"),
    );
    await entry.selectText();
    await this.user.does({ do: "type", keys: Array.from(text) });
    await waitFor(`"${text}" in the field`, async () => (await entry.text()) === text, {
      state: () => entry.text(),
    });
  }

  override async pressShortcut(): Promise<void> {
    await this.user.does({ do: "pressHotKey", code: nine, modifiers: commandAndOption });
  }
}
