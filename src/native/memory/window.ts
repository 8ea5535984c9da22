import type { PageScript, WindowSpec } from "../../contract/ui/index.ts";
import type { Documents, PageDocument } from "../shell/view/documents.ts";
import type { Events } from "../platform.ts";
import type { SystemView, SystemWindow } from "../toolkit.ts";
import { MemoryWindowState } from "./window-state.ts";

/** A window that is a record, with a page that tests speak for. */
export class MemoryWindow implements SystemWindow {
  readonly spec: WindowSpec;
  readonly documents: Documents;
  readonly held: MemoryWindowState;
  /** What the page was told to run, in order. */
  readonly evaluated: string[] = [];
  readonly refuseAll: () => void;
  readonly view: SystemView;
  readonly #events: Events;

  constructor(
    spec: WindowSpec,
    events: Events,
    documents: Documents,
    { refuseAll, mayLeave }: Pick<SystemWindow, "refuseAll"> & Pick<SystemView, "mayLeave">,
  ) {
    this.spec = spec;
    this.documents = documents;
    this.held = new MemoryWindowState(spec);
    this.refuseAll = refuseAll;
    this.view = {
      mayLeave,
      setScripts: (scripts) => {
        documents.scripts = scripts;
      },
      evaluate: (script) => this.evaluated.push(script),
    };
    this.#events = events;
    this.documents.owner = { spec, events };
    this.documents.setAllScripts(spec);
    this.load(spec.url);
  }

  get title(): string {
    return this.held.state.title;
  }

  get document(): PageDocument {
    const { current } = this.documents;
    if (current === null)
      throw new Error(`Cannot find the document of window "${this.spec.label}": it has gone`);
    return current;
  }

  /** What the window's next documents get behind the bridge. */
  get scripts(): readonly PageScript[] {
    return this.documents.scripts;
  }

  /** Loads a document, as a link would. */
  load(url: string): void {
    this.documents.commit(url, this.documents.prepare(url).key);
    for (const stage of ["started", "finished"] as const)
      this.#events.emit("page.loadChanged", { window: this.spec.label, url, stage });
  }

  adopt(spec: WindowSpec): void {
    this.documents.setAllScripts(spec);
    this.load(this.spec.url);
  }

  destroy(): void {
    this.documents.close();
    this.#events.emit("window.closed", { window: this.spec.label });
  }
}
