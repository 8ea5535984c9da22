import type {
  CrashReason,
  EngineTraits,
  PageScript,
  Recovery,
  ReloadScripts,
  WindowSpec,
} from "../../../contract/ui/index.ts";
import { crashPatience } from "../../../contract/ui/page.ts";
import { heldPrompts } from "../../page/held-prompts.ts";
import type { Messages } from "../../page/messages.ts";
import { refuseCalls, refuseRequests, repeatRequests } from "../../page/requests.ts";
import type { FileDropTarget, SystemView } from "../../toolkit.ts";
import { isAskedToEnd } from "../termination.ts";
import { Documents, type ViewOwner } from "./documents.ts";
import { Evaluations } from "./evaluations.ts";
import { Leaving } from "./leaving.ts";
import { Reloads } from "./reloads.ts";

/** The shared part of an engine's views. */
export interface EngineOfViews {
  readonly traits: EngineTraits;
  readonly messages: Pick<Messages<never>, "refuseAll" | "forget">;
  /** Runs `task` once after a delay. The returned function cancels it. */
  readonly later: (milliseconds: number, task: () => void) => () => void;
  /** Runs `task` in the next turn of the loop. */
  readonly soon: (task: () => void) => void;
}

/**
 * The web view of a window and its documents: the common part of all engines. A system adds the
 * verbs of its engine, and calls the methods marked "for engines".
 */
export abstract class WebView implements SystemView {
  readonly documents: Documents;
  readonly leaving: Leaving;
  readonly #engine: EngineOfViews;
  readonly #evaluations: Evaluations;
  readonly #reloads: Reloads;
  /** Set while a crashed page waits for the app's answer. */
  #cancelDefault: (() => void) | null = null;
  #whenLoaded: (() => void)[] = [];

  constructor(engine: EngineOfViews) {
    const { traits, messages, later, soon } = engine;
    this.#engine = engine;
    this.documents = new Documents(traits, (documents) => messages.forget(documents));
    this.leaving = new Leaving({ later, window: () => this.label });
    this.#evaluations = new Evaluations(this.documents, soon, (script) => this.run(script));
    this.#reloads = new Reloads({
      later,
      isShown: () => this.documents.current !== null,
      isEnding: isAskedToEnd,
      reload: () => this.reload(),
    });
  }

  /** Schemes that no document may load, because the engine cannot protect them from other sites. */
  abstract readonly refusedSchemes: readonly string[];
  /** Prepares the engine for the pages of a window. */
  protected abstract prepare(spec: WindowSpec, drops: FileDropTarget | null): void;
  protected abstract load(address: string): void;
  /** Reloads the current page. */
  protected abstract loadAgain(): void;
  /** Runs a script in the current document. */
  protected abstract run(script: string): void;
  /** Whether the page wants its user to be asked before it is left. Called for a shown page. */
  protected abstract asksUser(): Promise<boolean>;
  /** Takes the view out of its window, and releases its resources. */
  protected abstract free(): void;
  abstract print(): void;
  /** Toggles the engine's inspector. */
  abstract toggleInspector(): void;

  /** The window's label, for standard error. */
  get label(): string {
    return this.documents.owner?.spec.label ?? "";
  }

  later(milliseconds: number, task: () => void): () => void {
    return this.#engine.later(milliseconds, task);
  }

  open(owner: ViewOwner, drops: FileDropTarget | null): void {
    this.documents.owner = owner;
    this.documents.setAllScripts(owner.spec);
    this.prepare(owner.spec, drops);
    this.loadFirst(owner);
  }

  protected loadFirst({ spec }: ViewOwner): void {
    this.load(spec.url);
  }

  protected reload(): void {
    const { owner, hasShown } = this.documents;
    if (owner !== null && !hasShown) this.loadFirst(owner);
    else this.loadAgain();
  }

  reopen(scripts: ReloadScripts): void {
    this.documents.setAllScripts(scripts);
    this.reload();
  }

  setScripts(scripts: readonly PageScript[]): void | Promise<void> {
    this.documents.scripts = scripts;
  }

  refuseAll(isKept = false): void {
    this.#engine.messages.refuseAll(this.documents, isKept);
    if (isKept) refuseCalls(this);
    else refuseRequests(this);
  }

  keep(scripts: ReloadScripts): void {
    this.documents.frameScripts = scripts.frameScripts;
    void this.setScripts(scripts.scripts);
    const epoch = this.documents.keep();
    // A page that has crashed, or could not be loaded.
    if (epoch === null && this.documents.hasShown) return this.reopen(scripts);
    repeatRequests(this);
    if (epoch !== null) this.run(`window.__FRAMEWORK_BRIDGE__?.resume?.(${epoch})`);
  }

  evaluate(script: string, pages: readonly string[] | null): void {
    this.#evaluations.add(script, pages);
  }

  mayLeave(question: () => Promise<boolean>): Promise<boolean> {
    // A page that was never shown, or has crashed, has nothing to lose.
    if (this.documents.current === null) return Promise.resolve(true);
    return this.leaving.beginByScript(() => this.asksUser(), question);
  }

  /** Runs `task` once, when a page has been loaded, or has failed to. */
  onceLoaded(task: () => void): void {
    this.#whenLoaded.push(task);
  }

  /** For engines: a page has been loaded, or has failed to. */
  loaded(): void {
    const tasks = this.#whenLoaded;
    this.#whenLoaded = [];
    for (const task of tasks) task();
  }

  /** For engines: the web process has ended, and the page with it. */
  crashed(reason: CrashReason): void {
    heldPrompts.drop(this.documents);
    this.documents.close();
    this.leaving.settle(true);
    const { owner } = this.documents;
    // A window that takes it starts another process by loading its page.
    if (owner === null) {
      if (!isAskedToEnd())
        process.stderr.write("framework: the web process of the spare view ended\n");
      return;
    }
    this.#cancelDefault?.();
    this.#cancelDefault = this.#engine.later(crashPatience, () => this.recover("by-default"));
    owner.events.emit("page.crashed", { window: this.label, reason });
  }

  recover(recovery: Recovery): void {
    const isAnswer = this.#cancelDefault !== null;
    this.#cancelDefault?.();
    this.#cancelDefault = null;
    if (recovery === "now") this.#reloads.loadNow();
    else if (recovery === "by-default" && isAnswer) this.#reloads.processEnded(this.label);
  }

  close(): void {
    this.leaving.settle(true);
    this.#cancelDefault?.();
    this.#reloads.close();
    heldPrompts.drop(this.documents);
    this.documents.close();
    refuseRequests(this);
    this.documents.owner = null;
    this.#whenLoaded = [];
    this.free();
  }
}
