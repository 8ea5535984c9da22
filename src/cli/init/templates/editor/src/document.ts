import { choose, open, save } from "framework/api/dialog";
import { readTextFile, writeTextFile } from "framework/api/fs";

const filters = [{ name: "Text", extensions: ["txt", "md"] }];

/** A text, its file, and whether the file holds the present text. */
export class TextDocument {
  text = "";
  path: string | null = null;
  isSaved = true;

  get name(): string {
    return this.path?.split(/[\\/]/).at(-1) ?? "Untitled";
  }

  change(text: string): void {
    this.text = text;
    this.isSaved = false;
  }

  /** Begins an empty text. `false`: the user keeps this one. */
  async begin(): Promise<boolean> {
    if (!(await this.mayLeave())) return false;
    this.#show("", null);
    return true;
  }

  /** Reads a file that the user chooses. `false`: the user keeps this text. */
  async open(): Promise<boolean> {
    if (!(await this.mayLeave())) return false;
    const path = await open({ filters });
    if (path === null) return false;
    this.#show(await readTextFile(path), path);
    return true;
  }

  /** Writes the file, which the user chooses the first time. `false`: the user cancelled. */
  async save({ asAnother = false } = {}): Promise<boolean> {
    const isChosen = this.path !== null && !asAnother;
    const path = isChosen ? this.path : await save({ filters, defaultPath: `${this.name}.txt` });
    if (path === null) return false;
    const { text } = this;
    await writeTextFile(path, text);
    this.path = path;
    // The user may have typed more in the meantime.
    this.isSaved = this.text === text;
    return true;
  }

  /** Offers to save unsaved changes. `false`: the user wants to stay. */
  async mayLeave(): Promise<boolean> {
    if (this.isSaved) return true;
    const { button } = await choose(`Save the changes of “${this.name}”?`, {
      type: "warning",
      buttons: [
        { id: "save", text: "Save", role: "default" },
        { id: "discard", text: "Don't Save", role: "destructive" },
        { id: "cancel", text: "Cancel", role: "cancel" },
      ],
    });
    return button === "save" ? (await this.save()) && this.isSaved : button === "discard";
  }

  #show(text: string, path: string | null): void {
    this.text = text;
    this.path = path;
    this.isSaved = true;
  }
}
