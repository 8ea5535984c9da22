/** What the user says to the installing of versions, for as long as the app runs. */
export class Consent {
  readonly #refused = new Set<string>();
  readonly #open = new Map<string, Promise<boolean>>();

  /**
   * Whether the user's last word on a version was no. A page can neither install it then nor have
   * it asked for.
   */
  isRefused(version: string): boolean {
    return this.#refused.has(version);
  }

  /**
   * Asks the user, and remembers a no. Who wants to know while the question is open waits for the
   * same answer.
   */
  ask(version: string, question: () => Promise<boolean>): Promise<boolean> {
    const open = this.#open.get(version);
    if (open !== undefined) return open;
    const answer = this.#answer(version, question).finally(() => this.#open.delete(version));
    this.#open.set(version, answer);
    return answer;
  }

  async #answer(version: string, question: () => Promise<boolean>): Promise<boolean> {
    const isAgreed = await question();
    if (isAgreed) this.#refused.delete(version);
    else this.#refused.add(version);
    return isAgreed;
  }
}
