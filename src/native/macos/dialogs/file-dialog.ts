import { posix } from "node:path";
import type { FileRequest } from "../../../contract/ui/index.ts";
import type { Dialog } from "../../shell/dialog-queue.ts";
import { entryAt, withExtension } from "../../saved-name.ts";
import type { Identified } from "../objc/signature.ts";
import { withPool } from "../objc/pool.ts";
import { showAlert, type Alert } from "./alert.ts";
import { showFilePanel, type Choice } from "./file-panel.ts";
import { systemWord } from "./system-word.ts";

/** The dialog for a request of the app. Settles with the chosen paths, none when cancelled. */
export function fileDialog(window: Identified, request: FileRequest): Dialog<readonly string[]> {
  const dialog = new FileDialog(window, request);
  return { cancelled: [], show: () => dialog.show(), close: () => dialog.close() };
}

class FileDialog {
  readonly #window: Identified;
  readonly #request: FileRequest;
  #isClosed = false;
  #closeShown = (): void => {};

  constructor(window: Identified, request: FileRequest) {
    this.#window = window;
    this.#request = request;
  }

  async show(): Promise<readonly string[]> {
    let request = this.#request;
    let { paths, kind } = await this.#choose(request, 0);
    if (request.mode !== "save") return paths;
    for (;;) {
      const [path] = paths;
      if (path === undefined) return [];
      const final = withExtension(path, request.filters[kind]?.extensions ?? []);
      // The panel has asked about the name it knows.
      if (final === path || (await this.#confirm(final))) return [final];
      if (this.#isClosed) return [];
      request = { ...request, folder: posix.dirname(final), name: posix.basename(final) };
      ({ paths, kind } = await this.#choose(request, kind));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closeShown();
  }

  #choose(request: FileRequest, kind: number): Promise<Choice> {
    return new Promise((resolve, reject) => {
      const close = showFilePanel(this.#window.address, request, kind, resolve, reject);
      this.#closeShown = () => {
        close();
        resolve({ paths: [], kind });
      };
    });
  }

  /** Asks before a file is replaced; a folder is never replaced. */
  #confirm(path: string): Promise<boolean> {
    const entry = entryAt(path);
    if (entry === null) return Promise.resolve(true);
    const name = posix.basename(path);
    const isFolder = entry === "folder";
    const alert = withPool(() => (isFolder ? folderInTheWay(name) : replaceQuestion(name)));
    return new Promise((resolve) => {
      const answer = (button: number): void => resolve(button === 0 && !isFolder);
      const close = showAlert(this.#window.address, alert, answer);
      this.#closeShown = () => {
        close();
        resolve(false);
      };
    });
  }
}

function replaceQuestion(name: string): Alert {
  const title = `“${name}” already exists. Do you want to replace it?`;
  const buttons = [systemWord("Replace"), systemWord("Cancel")];
  return { kind: "warning", title, text: "What is in it now will be lost.", buttons };
}

function folderInTheWay(name: string): Alert {
  const title = `A folder with the name “${name}” already exists.`;
  return { kind: "error", title, text: "", buttons: [systemWord("OK")] };
}
