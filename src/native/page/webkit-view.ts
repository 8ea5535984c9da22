import type { PrivateScheme } from "../../contract/ui/index.ts";
import type { DocumentParts, ViewOwner } from "../shell/view/documents.ts";
import { WebView, type EngineOfViews } from "../shell/view/web-view.ts";
import type { PageView } from "./page-view.ts";

/**
 * A web view of WebKit's. WebKit asks before it shows what an address has answered, so the key of a
 * document is made here, and its scripts are placed for it alone.
 */
export abstract class WebKitView extends WebView implements PageView {
  /** Schemes that the app answers. */
  readonly schemes: readonly string[];
  refusedSchemes: readonly string[] = [];
  // What is being loaded: an answer to a request that was called off must not end it twice.
  #loading: { readonly window: string; readonly url: string } | null = null;
  // `undefined`: nothing was expected, so the engine has taken the next document from somewhere
  // else.
  #expectedKey: string | null | undefined;

  constructor(engine: EngineOfViews, schemes: readonly string[]) {
    super(engine);
    this.schemes = schemes;
  }

  /**
   * Settles with what adds a filter against documents of other sites; `null`: WebKit makes none of
   * these schemes.
   */
  protected abstract makeFilter(schemes: readonly PrivateScheme[]): Promise<(() => void) | null>;
  /** The next documents begin with these scripts, and no others; `null`: with none. */
  protected abstract placeScripts(parts: DocumentParts | null, address: string): void;
  /** Runs a script in a world in which the page cannot notice it. */
  protected abstract runApart(script: string, ended: () => void): void;

  protected override loadFirst(owner: ViewOwner): void {
    if (owner.spec.privateSchemes.length === 0) super.loadFirst(owner);
    else void this.#loadGuarded(owner);
  }

  /** Before the page is there, no frame of it can ask for anything. */
  async #loadGuarded(owner: ViewOwner): Promise<void> {
    const { privateSchemes } = owner.spec;
    const addFilter = await this.makeFilter(privateSchemes);
    if (this.documents.owner !== owner) return; // closed meanwhile
    if (addFilter === null) this.refusedSchemes = privateSchemes.map(({ scheme }) => scheme);
    else addFilter();
    super.loadFirst(owner);
  }

  protected get isExpected(): boolean {
    return this.#expectedKey !== undefined;
  }

  /** For engines: the page is about to go elsewhere, if anything comes of it. */
  navigationStarted(): void {
    this.#expectedKey = undefined;
  }

  /** For engines: WebKit is about to show what `address` answered. */
  expectDocument(address: string): void {
    const parts = this.documents.prepare(address);
    this.#expectedKey = parts.key;
    this.placeScripts(parts, address);
  }

  /**
   * For engines: a document is shown. @param url its own, not that of one that it is about to go to
   */
  protected committed(url: string): void {
    const key = this.#expectedKey;
    this.#expectedKey = undefined;
    // An error page of WebKit has the address of the page it stands for, and must not get that
    // page's scripts.
    if (key === undefined) this.placeScripts(null, url);
    this.documents.commit(url, key ?? null);
    const { owner } = this.documents;
    if (owner === null) return;
    this.#loading = { window: owner.spec.label, url };
    owner.events.emit("page.loadChanged", { ...this.#loading, stage: "started" });
  }

  /** For engines: all of the page has arrived, or has failed to. */
  loadFinished(): void {
    this.loaded();
    const loading = this.#loading;
    this.#loading = null;
    if (loading === null) return;
    this.documents.owner?.events.emit("page.loadChanged", { ...loading, stage: "finished" });
  }

  /** Forgets the document that is shown, and loads it anew. */
  protected replaceDocument(): void {
    this.documents.close();
    this.#loading = null;
    this.reload();
  }

  /**
   * What is sent to the web process arrives in order. So a script has run when all before it has
   * been taken.
   */
  whenCaughtUp(task: () => void): void {
    if (this.documents.owner === null) task();
    else this.runApart("0", task);
  }
}
