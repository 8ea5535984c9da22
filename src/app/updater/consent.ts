/** The user's answers about the installation of versions, for as long as the app runs. */
export class Consent {
  readonly #refused = new Set<string>();
  readonly #open = new Map<string, Promise<boolean>>();

  /**
   * True if the user's last answer about a version was a refusal. Then a page can neither install
   * it nor cause another question.
   */
  isRefused(version: string): boolean {
    return this.#refused.has(version);
  }

  /**
   * Asks the user, and remembers a refusal. Calls while the question is open wait for the same
   * answer.
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
