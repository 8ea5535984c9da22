/** What an operation locks, by name. */
export interface Locks {
  /** No other operation has these meanwhile. */
  readonly exclusive: readonly string[];
  /** Others may share these. */
  readonly shared: readonly string[];
}

interface Operation {
  /** How many operations before it still hold what it locks. */
  blockers: number;
  readonly begin: () => void;
  /** Those that wait for it. */
  readonly followers: Operation[];
}

/** The operations on one name that have not ended. */
interface Lock {
  exclusive: Operation | null;
  /** Those that share it, since the exclusive one. */
  readonly shared: Set<Operation>;
}

/**
 * Runs operations on the same thing one after the other, in the order of the calls, and all others
 * side by side. An operation takes all its locks at once, in line, so none can wait for one that
 * waits for it.
 */
export class LockTable {
  readonly #locks = new Map<string, Lock>();

  /** Runs an operation: at once, in this very call, when no earlier one is in its way. */
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

  #queue({ exclusive, shared }: Locks, operation: Operation): void {
    const before = new Set<Operation>();
    for (const name of exclusive) {
      const lock = this.#lock(name);
      // Those that share it wait for the exclusive one themselves.
      if (lock.shared.size > 0) for (const sharer of lock.shared) before.add(sharer);
      else if (lock.exclusive !== null) before.add(lock.exclusive);
      lock.exclusive = operation;
      lock.shared.clear();
    }
    for (const name of shared) {
      const lock = this.#lock(name);
      if (lock.exclusive === operation) continue;
      if (lock.exclusive !== null) before.add(lock.exclusive);
      lock.shared.add(operation);
    }
    before.delete(operation);
    for (const other of before) other.followers.push(operation);
    operation.blockers = before.size;
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
