import type { FileRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { confirmSave, openFileChooser } from "./file-chooser.ts";
import { withExtension } from "../../saved-name.ts";
import { parentHandle, type ParentHandle } from "./parent-handle.ts";
import { isPortalWanted, openPortalDialog, PortalMissing } from "./portal.ts";
import type { NativeWindow } from "../window/window.ts";

/** The dialog for a request of the app. Settles with the chosen paths, none when cancelled. */
export function fileDialog(window: NativeWindow, request: FileRequest): Dialog<readonly string[]> {
  const dialog = new FileDialog(window, request);
  return { cancelled: [], show: () => dialog.show(), close: () => dialog.close() };
}

/** A file dialog of the desktop if it is wanted and possible, GTK's own otherwise. */
class FileDialog {
  readonly #window: NativeWindow;
  readonly #request: FileRequest;
  #isClosed = false;
  #closeShown: () => void = () => {};

  constructor(window: NativeWindow, request: FileRequest) {
    this.#window = window;
    this.#request = request;
  }

  async show(): Promise<readonly string[]> {
    if (!isPortalWanted()) return this.#showChooser();
    try {
      return await this.#showPortal();
    } catch (error) {
      if (!(error instanceof PortalMissing)) throw error;
      process.stderr.write(
        `framework: the desktop portal shows no file dialog (${error.message}): GTK shows it\n`,
      );
      return this.#isClosed ? [] : this.#showChooser();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeShown();
  }

  #showChooser(): Promise<readonly string[]> {
    return new Promise((resolve, reject) => {
      this.#closeShown = openFileChooser(this.#window.address, this.#request, resolve, reject);
    });
  }

  async #showPortal(): Promise<readonly string[]> {
    const parent = await this.#parent();
    if (parent === null) return [];
    try {
      while (!this.#isClosed) {
        const dialog = openPortalDialog(parent.text, this.#request);
        this.#closeShown = () => dialog.close();
        const { paths, filter } = await dialog.answer;
        const [path] = paths;
        if (this.#request.mode !== "save" || path === undefined) return paths;
        const final = finalName(path, filter, this.#request);
        // The portal has asked about the name it knows.
        if (final === path || (await this.#confirm(final))) return [final];
      }
      return [];
    } finally {
      parent.release();
    }
  }

  /**
   * The window's handle; `null` when the dialog is closed first. A closed window never gets one.
   */
  #parent(): Promise<ParentHandle | null> {
    return new Promise((resolve) => {
      this.#closeShown = () => resolve(null);
      void parentHandle(this.#window.address).then((parent) => {
        if (this.#isClosed) parent.release();
        else resolve(parent);
      });
    });
  }

  #confirm(path: string): Promise<boolean> {
    return new Promise((resolve) => {
      const closeQuestion = confirmSave(this.#window.address, path, resolve);
      this.#closeShown = () => {
        closeQuestion?.();
        resolve(false);
      };
    });
  }
}

/** A path inside the sandbox represents exactly one file outside, so it must not change. */
function finalName(path: string, selected: string | null, { filters }: FileRequest): string {
  if (/^\/run\/(user\/\d+|flatpak)\/doc\//.test(path)) return path;
  const filter = filters.find(({ name }) => name === selected) ?? filters[0];
  return withExtension(path, filter?.extensions ?? []);
}
