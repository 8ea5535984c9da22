import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { limits } from "../../../contract/limits.ts";
import type { FileFilter, FileRequest } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { extensionPattern, pathOf } from "../file-name.ts";
import { pathForC } from "../../path-for-c.ts";
import { Held } from "../../ffi/held.ts";
import { glib } from "../lib/glib.ts";
import { gtk } from "../lib/gtk.ts";
import { nameAt, takeList } from "../memory.ts";
import { entryAt, withExtension } from "../../saved-name.ts";
import { shown } from "../../shown-text.ts";
import { openMessageBox } from "./message-box.ts";
import { connect, create, type Property } from "../object.ts";
import { toolkitText, toolkitWord } from "./toolkit-text.ts";

const modes = {
  open: { action: 0, title: "Select a File", accept: "_Open" },
  save: { action: 1, title: "_Save", accept: "_Save" },
  folder: { action: 2, title: "_Select", accept: "_Select" },
} as const;

const GTK_RESPONSE_ACCEPT = -3;
const GTK_RESPONSE_CANCEL = -6;

const choosers = new Held<Chooser>("file choosers");

const responded = callback("piL>v", (_dialog, response, number) => {
  choosers.get(number)?.responded(response === GTK_RESPONSE_ACCEPT);
});

/** Shows GTK's own file chooser. The returned function closes it as cancelled. */
export function openFileChooser(
  parent: Address,
  request: FileRequest,
  resolve: (paths: readonly string[]) => void,
  reject: (error: unknown) => void,
): () => void {
  refuseUnusable(request);
  const { action, title, accept } = modes[request.mode];
  const properties: Record<string, Property> = {
    action: { enum: action, type: gtk.gtk_file_chooser_action_get_type() },
    title: { string: shown(request.title ?? toolkitWord(title), limits.title) },
    "transient-for": { object: parent, type: gtk.gtk_window_get_type() },
    modal: { boolean: true },
  };
  // Not GtkFileChooserNative: it closes itself before the question about the final name can be
  // asked, and in a sandbox it uses the portal, even when we have just found that the portal does
  // not answer.
  const address = create(gtk.gtk_file_chooser_dialog_get_type(), properties);
  gtk.gtk_dialog_add_button(address, toolkitText("_Cancel"), GTK_RESPONSE_CANCEL);
  gtk.gtk_dialog_add_button(address, toolkitText(accept), GTK_RESPONSE_ACCEPT);
  gtk.gtk_dialog_set_default_response(address, GTK_RESPONSE_ACCEPT);

  gtk.gtk_file_chooser_set_create_folders(address, request.mode !== "open");
  if (request.mode !== "save") gtk.gtk_file_chooser_set_select_multiple(address, request.multiple);
  const filters = request.mode === "folder" ? [] : request.filters;
  const filterAddresses = filters.map((filter) => addFilter(address, filter));
  if (filterAddresses[0] !== undefined)
    gtk.gtk_file_chooser_set_filter(address, filterAddresses[0]);
  showPlace(address, request);
  if (request.notice !== null) addNotice(address, request.notice);

  const extensionsOf = new Map(
    filters.map((filter, index) => [filterAddresses[index], filter.extensions]),
  );
  const chooser = new Chooser(address, request.mode, extensionsOf, resolve, reject);
  chooser.number = choosers.add(chooser);
  connect(address, "response", responded, chooser.number);
  gtk.gtk_window_present(address);
  return () => chooser.settle([]);
}

/**
 * GTK keeps a created dialog until it is destroyed, so arguments that C cannot accept are refused
 * first.
 */
function refuseUnusable({ folder, name, filters }: FileRequest): void {
  for (const text of [folder, name, ...filters.flatMap(({ extensions }) => extensions)])
    if (text !== null) pathForC(text);
}

function addFilter(chooser: Address, { name, extensions }: FileFilter): Address {
  const filter = gtk.gtk_file_filter_new();
  gtk.gtk_file_filter_set_name(filter, shown(name, limits.title));
  for (const extension of extensions) {
    gtk.gtk_file_filter_add_pattern(filter, extensionPattern(extension));
  }
  gtk.gtk_file_chooser_add_filter(chooser, filter); // takes the filter
  return filter;
}

function showPlace(chooser: Address, { mode, folder, name }: FileRequest): void {
  if (folder !== null && name !== null && mode === "open") {
    gtk.gtk_file_chooser_set_filename(chooser, join(folder, name));
    return;
  }
  // Without a place GTK begins in "Recent", where a typed path does not enable the button of a
  // folder dialog.
  const place = folder ?? (mode === "folder" ? homedir() : null);
  if (place !== null) gtk.gtk_file_chooser_set_current_folder(chooser, place);
  if (name !== null && mode === "save") gtk.gtk_file_chooser_set_current_name(chooser, name);
}

function addNotice(chooser: Address, notice: string): void {
  const label = gtk.gtk_label_new(shown(notice, limits.title));
  gtk.gtk_label_set_line_wrap(label, true);
  gtk.gtk_widget_show(label);
  gtk.gtk_file_chooser_set_extra_widget(chooser, label);
}

/** One file chooser on the screen. */
class Chooser {
  number = 0;
  readonly #address: Address;
  readonly #mode: FileRequest["mode"];
  readonly #extensionsOf: ReadonlyMap<Address | undefined, readonly string[]>;
  readonly #resolve: (paths: readonly string[]) => void;
  readonly #reject: (error: unknown) => void;
  #closeQuestion: (() => void) | undefined;

  constructor(
    address: Address,
    mode: FileRequest["mode"],
    extensionsOf: ReadonlyMap<Address | undefined, readonly string[]>,
    resolve: (paths: readonly string[]) => void,
    reject: (error: unknown) => void,
  ) {
    this.#address = address;
    this.#mode = mode;
    this.#extensionsOf = extensionsOf;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  responded(accepted: boolean): void {
    if (!accepted) return this.settle([]);
    try {
      const paths = this.#chosen();
      const [first] = paths;
      if (this.#mode === "save" && first !== undefined) this.#save(this.#finalName(first));
      else this.settle(paths);
    } catch (error) {
      this.#close();
      this.#reject(error);
    }
  }

  #chosen(): string[] {
    const names = takeList(gtk.gtk_file_chooser_get_filenames(this.#address));
    const bytes = names.map(nameAt);
    for (const name of names) glib.g_free(name);
    return bytes.map(pathOf);
  }

  #finalName(path: string): string {
    const filter = gtk.gtk_file_chooser_get_filter(this.#address);
    return withExtension(path, this.#extensionsOf.get(filter ?? undefined) ?? []);
  }

  #save(path: string): void {
    // GTK would ask about the typed name. The final name may be another one.
    this.#closeQuestion = confirmSave(this.#address, path, (isWanted) => {
      this.#closeQuestion = undefined;
      if (isWanted) this.settle([path]);
    });
  }

  settle(paths: readonly string[]): void {
    if (this.#close()) this.#resolve(paths);
  }

  #close(): boolean {
    if (choosers.take(this.number) === undefined) return false;
    this.#closeQuestion?.();
    gtk.gtk_widget_destroy(this.#address);
    return true;
  }
}

/**
 * Asks before a file is replaced. Answers at once with yes when there is none, and with no when a
 * folder has the name. The returned function closes the question.
 */
export function confirmSave(
  parent: Address,
  path: string,
  answer: (isWanted: boolean) => void,
): (() => void) | undefined {
  const entry = entryAt(path);
  if (entry === null) {
    answer(true);
    return undefined;
  }
  const name = basename(path);
  const box = { parent, title: name };
  if (entry === "folder") {
    const text = toolkitText("A folder with that name already exists");
    const buttons = [toolkitText("_OK")];
    return openMessageBox({ ...box, kind: "error", text, detail: path, buttons }, () =>
      answer(false),
    );
  }
  const question = toolkitText("A file named “%s” already exists.  Do you want to replace it?");
  const explanation = toolkitText(
    "The file already exists in “%s”.  Replacing it will overwrite its contents.",
  );
  return openMessageBox(
    {
      ...box,
      kind: "question",
      text: question.replace("%s", () => name),
      detail: explanation.replace("%s", () => basename(dirname(path))),
      buttons: [toolkitText("_Replace"), toolkitText("_Cancel")],
    },
    (button) => answer(button === 0),
  );
}
