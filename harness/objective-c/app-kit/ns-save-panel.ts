import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AppBlock } from "../blocks.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSArray } from "../foundation/ns-array.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSURL } from "../foundation/ns-url.ts";
import { soon } from "../loop.ts";
import { Strong } from "../ns-object.ts";
import { callBlock } from "../tell.ts";
import { refuse } from "../violations.ts";
import { NSPanel, type NSWindow } from "./ns-window.ts";
import type { NSObject } from "../ns-object.ts";
import type { NSView } from "./ns-view.ts";
import type { UTType } from "./uniform-types.ts";
import { style } from "./window-frame.ts";

const response = { ok: 1, cancel: 0 } as const;

/** Those that are on the screen, in the order in which they came there. */
const panels = new Set<NSSavePanel>();

/** The process that shows them. A slow one closes a panel that is cancelled a moment later. */
export const panelService = { isSlow: false };

export const thePanels = (): readonly NSSavePanel[] => [...panels];

export class NSSavePanel extends NSPanel {
  readonly message = new Strong<NSString>(this);
  readonly nameField = new Strong<NSString>(this);
  readonly directory = new Strong<NSURL>(this);
  readonly types = new Strong<NSArray<UTType>>(this);
  readonly accessory = new Strong<NSView>(this);
  readonly chosen = new Strong<NSArray<NSURL>>(this);
  canCreateDirectories = false;
  hidesExtension = true;
  opensPackages = false;
  showsTags = true;
  #answer: AppBlock | null = null;

  static "+savePanel"(): NSSavePanel {
    return this.opened();
  }

  static opened<T extends NSSavePanel>(this: new () => T): T {
    const made = new this();
    made.mask = style.titled;
    made.isReleasedWhenClosed = false;
    return made;
  }

  /** The extensions that a name may have; none: any. */
  get extensions(): readonly string[] {
    return this.types.value?.items.flatMap(({ extensions }) => extensions) ?? [];
  }

  "-message"(): NSString {
    return this.message.value ?? NSString.of("");
  }

  "-setMessage:"(message: NSString | null): void {
    this.message.value = message;
  }

  "-setDirectoryURL:"(directory: NSURL | null): void {
    this.directory.value = directory;
  }

  "-setNameFieldStringValue:"(name: NSString): void {
    this.nameField.value = name;
  }

  "-setCanCreateDirectories:"(can: boolean): void {
    this.canCreateDirectories = can;
  }

  "-setExtensionHidden:"(hides: boolean): void {
    this.hidesExtension = hides;
  }

  "-setShowsTagField:"(shows: boolean): void {
    this.showsTags = shows;
  }

  "-setTreatsFilePackagesAsDirectories:"(opens: boolean): void {
    this.opensPackages = opens;
  }

  "-setAllowedContentTypes:"(types: NSArray<UTType>): void {
    this.types.value = types;
  }

  "-setAccessoryView:"(view: NSView | null): void {
    this.accessory.value = view;
  }

  "-URL"(): NSURL | null {
    return this.chosen.value?.items[0] ?? null;
  }

  "-beginSheetModalForWindow:completionHandler:"(window: NSWindow, answer: AppBlock): void {
    if (!window.isShown)
      refuse("A sheet on a window that is not on the screen, where its user does not see it");
    panels.add(this);
    this.kept++;
    window.beginSheet(this, null);
    this.#answer = answer;
  }

  "-beginWithCompletionHandler:"(answer: AppBlock): void {
    panels.add(this);
    this.kept++;
    this.#answer = answer;
    this["-makeKeyAndOrderFront:"](null);
  }

  "-cancel:"(_sender: NSObject | null): void {
    if (this.sheets.length > 0) refuse("A panel was cancelled while a sheet is on it");
    if (!panelService.isSlow) return this.#end(response.cancel);
    soon(() => {
      if (panels.has(this)) this.#end(response.cancel);
    });
  }

  #end(code: number): void {
    if (!panels.has(this)) return refuse("A panel that is not on the screen has ended");
    const parent = this.sheetOf.value;
    if (parent !== null) return parent["-endSheet:returnCode:"](this, code);
    this["-orderOut:"](null);
    this.#tell(code);
  }

  override endedAsSheet(code: number): void {
    this.#tell(code);
  }

  #tell(code: number): void {
    const answer = this.#answer;
    if (answer === null) return;
    this.#answer = null;
    panels.delete(this);
    callBlock(answer, code);
    this.kept--;
    this.freeIfUnused();
  }

  // Performs the user's acceptance.

  /** Chooses addresses, of whatever kind, and accepts. */
  accept(addresses: readonly string[]): void {
    this.chosen.value = NSArray.of(addresses.map((address) => NSURL.of(address)));
    this.#end(response.ok);
  }

  /**
   * Types a name, or takes the one in the field, and presses Save. The panel puts an extension
   * behind a name without one of those that it may have. Of a file that is there it asks whether to
   * replace it: `answerQuestion` is next.
   */
  save(typed: string = this.nameField.value?.text ?? ""): void {
    const folder = this.directory.value?.file ?? "/";
    const { extensions } = this;
    const [first] = extensions;
    const fits = extensions.some((extension) => typed.toLowerCase().endsWith(`.${extension}`));
    const path = join(folder, first === undefined || fits ? typed : `${typed}.${first}`);
    this.chosen.value = NSArray.of([NSURL.ofFile(path)]);
    if (existsSync(path)) this.beginSheet(new NSPanel(), null);
    else this.#end(response.ok);
  }

  /** The name that it asks about; `null`: it asks nothing. */
  get asksAbout(): string | null {
    return this.sheets.length === 0 ? null : basename(this["-URL"]()?.file ?? "");
  }

  answerQuestion(isWanted: boolean): void {
    const question =
      this.sheets[0]?.window ?? refuse("A panel that has asked nothing was answered");
    this["-endSheet:returnCode:"](question, isWanted ? response.ok : response.cancel);
    if (isWanted) this.#end(response.ok);
  }
}

export class NSOpenPanel extends NSSavePanel {
  choosesFiles = true;
  choosesDirectories = false;
  choosesSeveral = false;
  resolvesAliases = false;
  showsAccessory = false;

  static "+openPanel"(): NSOpenPanel {
    return this.opened();
  }

  "-setCanChooseFiles:"(can: boolean): void {
    this.choosesFiles = can;
  }

  "-setCanChooseDirectories:"(can: boolean): void {
    this.choosesDirectories = can;
  }

  "-setAllowsMultipleSelection:"(several: boolean): void {
    this.choosesSeveral = several;
  }

  "-setResolvesAliases:"(resolves: boolean): void {
    this.resolvesAliases = resolves;
  }

  "-setAccessoryViewDisclosed:"(shows: boolean): void {
    this.showsAccessory = shows;
  }

  "-URLs"(): NSArray<NSURL> {
    return this.chosen.value ?? NSArray.of<NSURL>([]);
  }

  /** The file that is selected at first; `null`: none is. */
  get selected(): string | null {
    const name = this.nameField.value?.text ?? "";
    const folder = this.directory.value?.file ?? null;
    return name === "" || folder === null ? null : join(dirname(join(folder, "x")), name);
  }
}

defineStandInClasses({ NSSavePanel, NSOpenPanel });
