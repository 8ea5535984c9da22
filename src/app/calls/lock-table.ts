/** The resources that an operation locks, by name. */
export interface Locks {
  /** No other operation holds these meanwhile. */
  readonly exclusive: readonly string[];
  /** Other operations may share these. */
  readonly shared: readonly string[];
}

interface Operation {
  /** The number of earlier operations that still hold its locks. */
  blockers: number;
  readonly begin: () => void;
  /** The operations that wait for it. */
  readonly followers: Operation[];
}

/** The unfinished operations on one name. */
interface Lock {
  exclusive: Operation | null;
  /** The sharing ones since the exclusive one. */
  readonly shared: Set<Operation>;
}

/**
 * Runs operations on the same resource in the order of the calls, and all others concurrently. An
 * operation queues for all its locks at once, so no deadlock is possible.
 */
export class LockTable {
  readonly #locks = new Map<string, Lock>();

  /** Runs an operation: synchronously, when no earlier one blocks it. */
  async run<Result>(locks: Locks, work: () => Result | Promise<Result>): Promise<Result> {
    const turn = Promise.withResolvers<void>();
    const operation: Operation = { blockers: 0, begin: turn.resolve, followers: [] };
    this.#queue(locks, operation);
    if (operation.blockers > 0) await turn.promise;
    try {
      return await work();
    } finally {
      this.#release(locks, operation);
    }
  }

  /**
   * Waits for the earlier operations that one with these locks would wait for. Later ones do not
   * wait for the caller.
   */
  async settled(locks: () => Locks): Promise<void> {
    if (this.#locks.size === 0) return;
    const turn = Promise.withResolvers<void>();
    const operation: Operation = { blockers: 0, begin: turn.resolve, followers: [] };
    follow(operation, this.#blockersOf(locks()));
    if (operation.blockers > 0) await turn.promise;
  }

  #queue(locks: Locks, operation: Operation): void {
    follow(operation, this.#blockersOf(locks));
    for (const name of locks.exclusive) {
      const lock = this.#lock(name);
      lock.exclusive = operation;
      lock.shared.clear();
    }
    for (const name of locks.shared) {
      const lock = this.#lock(name);
      if (lock.exclusive !== operation) lock.shared.add(operation);
    }
  }

  #blockersOf({ exclusive, shared }: Locks): ReadonlySet<Operation> {
    const blockers = new Set<Operation>();
    for (const name of exclusive) {
      const lock = this.#locks.get(name);
      // The sharing ones themselves wait for the exclusive one.
      if (lock !== undefined && lock.shared.size > 0)
        for (const sharer of lock.shared) blockers.add(sharer);
      else if (lock?.exclusive) blockers.add(lock.exclusive);
    }
    for (const name of shared) {
      const holder = this.#locks.get(name)?.exclusive;
      if (holder) blockers.add(holder);
    }
    return blockers;
  }

  #lock(name: string): Lock {
    let lock = this.#locks.get(name);
    if (lock === undefined) this.#locks.set(name, (lock = { exclusive: null, shared: new Set() }));
    return lock;
  }

  #release({ exclusive, shared }: Locks, operation: Operation): void {
    for (const name of [...exclusive, ...shared]) {
      const lock = this.#locks.get(name);
      if (lock === undefined) continue;
      if (lock.exclusive === operation) lock.exclusive = null;
      lock.shared.delete(operation);
      if (lock.exclusive === null && lock.shared.size === 0) this.#locks.delete(name);
    }
    for (const follower of operation.followers) if (--follower.blockers === 0) follower.begin();
  }
}

function follow(operation: Operation, blockers: ReadonlySet<Operation>): void {
  for (const blocker of blockers) blocker.followers.push(operation);
  operation.blockers = blockers.size;
}
