import { Keeper } from "./keeper.ts";
import { Child, type ProgramStart, type Starts } from "./child.ts";
import { noProgram } from "./no-program.ts";

interface Running {
  readonly child: Child;
  readonly document: number;
  /** Released together with it. */
  readonly held: DisposableStack;
}

/**
 * The programs that run for pages. Each ends, at the latest, with its page and with the app, also
 * when the app is killed; on Linux and macOS except children that left its process group.
 */
export class Children {
  readonly #running = new Map<number, Running>();
  readonly #all = new Set<Child>();
  readonly #keeper = new Keeper();
  readonly #starts: Starts;
  #lastId = 0;

  constructor(starts: Starts) {
    this.#starts = starts;
  }

  /** Starts a program for a document; `signal` ends it. */
  async start(program: ProgramStart, signal: AbortSignal): Promise<Child> {
    const child = await Child.start(program, this.#starts);
    const kill = () => child.kill();
    const { group } = child;
    this.#all.add(child);
    if (group !== null) this.#keeper.keep(group);
    signal.addEventListener("abort", kill, { once: true });
    void child.closed.then(() => {
      this.#all.delete(child);
      if (group !== null) this.#keeper.release(group);
      signal.removeEventListener("abort", kill);
    });
    if (signal.aborted) kill();
    return child;
  }

  /**
   * Gives a child a number that is valid for its document until that has received its end or
   * closes.
   *
   * @param turn is released then: unread output is kept until that
   */
  add(child: Child, document: number, signal: AbortSignal, turn: Disposable): number {
    const id = ++this.#lastId;
    const release = () => this.release(id);
    const held = new DisposableStack();
    held.use(turn);
    held.defer(() => signal.removeEventListener("abort", release));
    this.#running.set(id, { child, document, held });
    signal.addEventListener("abort", release, { once: true });
    if (signal.aborted) release();
    return id;
  }

  /** @throws FrameworkError `not-found` when it was released, or never belonged to this document */
  get(id: number, document: number): Child {
    const running = this.#running.get(id);
    if (running?.document === document) return running.child;
    throw noProgram(id);
  }

  /** Forgets a child whose `close` has been delivered. */
  release(id: number): void {
    this.#running.get(id)?.held.dispose();
    this.#running.delete(id);
  }

  /** For the end of the app. */
  killAll(): void {
    for (const child of this.#all) child.kill();
  }
}
