import { BaseDirectory, createDir, exists, readTextFile, writeTextFile } from "framework/api/fs";

export interface Bookmark {
  readonly id: number;
  readonly title: string;
  readonly address: string;
  note: string;
}

const file = "bookmarks/all.json";
const dir = BaseDirectory.AppData;

/** The bookmarks in a file of the app. Each change is on the disk when its method ends. */
class Bookmarks {
  all = $state<Bookmark[]>([]);

  async load(): Promise<void> {
    if (await exists(file, { dir })) this.all = JSON.parse(await readTextFile(file, { dir }));
  }

  find(id: number): Bookmark | undefined {
    return this.all.find((bookmark) => bookmark.id === id);
  }

  async add(title: string, address: string): Promise<void> {
    const id = Math.max(0, ...this.all.map((bookmark) => bookmark.id)) + 1;
    this.all.push({ id, title, address, note: "" });
    await this.#save();
  }

  async describe(id: number, note: string): Promise<void> {
    const bookmark = this.find(id);
    if (bookmark !== undefined) bookmark.note = note;
    await this.#save();
  }

  async remove(id: number): Promise<void> {
    this.all = this.all.filter((bookmark) => bookmark.id !== id);
    await this.#save();
  }

  async #save(): Promise<void> {
    await createDir("bookmarks", { dir, recursive: true });
    await writeTextFile(file, JSON.stringify(this.all), { dir });
  }
}

export const bookmarks = new Bookmarks();
