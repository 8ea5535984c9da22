// The note that is open: its file, its text, and the question before it is lost.

import { choose, message, open, save } from "framework/api/dialog";
import { readTextFile, writeTextFile } from "framework/api/fs";
import { invoke } from "framework/api/invoke";
import { appWindow } from "framework/api/window";
import type app from "../src-framework/main.ts";

const filters = [{ name: "Notes", extensions: ["md", "markdown", "note"] }];

export class Note {
  #file: string | null = null;
  #name = "Untitled";
  #saved = "";
  #isGivenUp = false;
  readonly #field: HTMLTextAreaElement;

  constructor(field: HTMLTextAreaElement) {
    this.#field = field;
  }

  get isChanged(): boolean {
    return this.#field.value !== this.#saved;
  }

  /** True if the window may close: nothing is changed, or the user has given up the changes. */
  get mayGo(): boolean {
    return this.#isGivenUp || !this.isChanged;
  }

  /** Shows the name, and a mark where there is something to save. */
  async showTitle(): Promise<void> {
    await appWindow.setTitle(`${this.isChanged ? "• " : ""}${this.#name} – Notes`);
  }

  /** Begins a new note; `false`: the user stays with this one. */
  async begin(text = ""): Promise<boolean> {
    if (!(await this.mayLeave())) return false;
    await this.#show(null, "", text);
    return true;
  }

  /** Opens a file, or asks for one. */
  async open(path?: string): Promise<void> {
    if (!(await this.mayLeave())) return;
    const file = path ?? (await open({ filters }));
    if (typeof file !== "string") return;
    try {
      const text = await readTextFile(file);
      await this.#show(file, text, text);
    } catch (error) {
      await message(String(error), { title: "The note cannot be opened", type: "error" });
    }
  }

  /** Saves the note; `false`: it is not saved, because the user cancelled or the disk refused. */
  async save(asAnother = false): Promise<boolean> {
    const proposed = this.#file ?? "note.md";
    const file =
      this.#file === null || asAnother
        ? await save({ filters, defaultPath: proposed })
        : this.#file;
    if (file === null) return false;
    const text = this.#field.value;
    try {
      await writeTextFile(file, text);
    } catch (error) {
      await message(String(error), { title: "The note cannot be saved", type: "error" });
      return false;
    }
    await this.#show(file, text, this.#field.value);
    return true;
  }

  /** Asks before the window closes; `false`: the user wants to stay. */
  async mayClose(): Promise<boolean> {
    this.#isGivenUp = await this.mayLeave();
    return this.#isGivenUp;
  }

  /** Asks whether changes are to be saved; `false`: the user wants to stay. */
  async mayLeave(): Promise<boolean> {
    if (!this.isChanged) return true;
    const { button } = await choose(`Save the changes of “${this.#name}”?`, {
      type: "warning",
      detail: "They are lost if you do not save them.",
      buttons: [
        { id: "save", text: "Save", role: "default" },
        { id: "discard", text: "Don't Save", role: "destructive" },
        { id: "cancel", text: "Cancel", role: "cancel" },
      ],
    });
    if (button === "discard") return true;
    // The user may have gone on typing while it was saved.
    return button === "save" && (await this.save()) && !this.isChanged;
  }

  async #show(file: string | null, saved: string, text: string): Promise<void> {
    this.#file = file;
    this.#saved = saved;
    this.#name = file === null ? "Untitled" : await invoke<typeof app>("opened", { file });
    if (this.#field.value !== text) {
      this.#field.value = text;
      this.#field.dispatchEvent(new Event("input"));
    }
    await this.showTitle();
  }
}
