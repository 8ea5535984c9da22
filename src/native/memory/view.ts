import type { PrivateScheme } from "../../contract/ui/index.ts";
import { WebKitView } from "../page/webkit-view.ts";
import type { EngineOfViews } from "../shell/view/web-view.ts";

/** A view without an engine, whose page tests control. */
export class MemoryWebView extends WebKitView {
  /** The scripts that the page ran, in order. */
  readonly evaluated: string[] = [];
  readonly #mayLeave: (window: string) => boolean | Promise<boolean>;

  /** @param mayLeave the result of the page's `beforeunload` */
  constructor(engine: EngineOfViews, mayLeave: (window: string) => boolean | Promise<boolean>) {
    super(engine, []);
    this.#mayLeave = mayLeave;
  }

  protected override prepare(): void {}

  protected override makeFilter(_schemes: readonly PrivateScheme[]): Promise<() => void> {
    return Promise.resolve(() => {});
  }

  /** Loads a document, as a link would. */
  override load(address: string): void {
    this.expectDocument(address);
    this.committed(address);
    this.loadFinished();
  }

  protected override loadAgain(): void {
    this.load(this.documents.owner?.spec.url ?? "");
  }

  protected override placeScripts(): void {}

  protected override run(script: string): void {
    this.evaluated.push(script);
  }

  protected override runApart(_script: string, ended: () => void): void {
    ended();
  }

  override async mayLeave(): Promise<boolean> {
    return this.#mayLeave(this.label);
  }

  protected override asksUser(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override print(): void {}

  override toggleInspector(): void {}

  protected override free(): void {}
}
