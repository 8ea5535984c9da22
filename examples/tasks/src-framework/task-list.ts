import { Database } from "bun:sqlite";

export interface Task {
  readonly id: number;
  readonly text: string;
  /** SQLite has no other type for it. */
  readonly isDone: 0 | 1;
}

/** The tasks in a file of SQLite. Each change is on the disk when its method returns. */
export class TaskList implements Disposable {
  readonly #db: Database;

  constructor(file: string) {
    this.#db = new Database(file, { create: true, strict: true });
    this.#db.run("PRAGMA journal_mode = WAL");
    this.#db.run(
      "CREATE TABLE IF NOT EXISTS tasks (id INTEGER PRIMARY KEY, text TEXT NOT NULL, isDone INTEGER NOT NULL DEFAULT 0)",
    );
  }

  all(): readonly Task[] {
    return this.#db.query<Task, []>("SELECT id, text, isDone FROM tasks ORDER BY id").all();
  }

  add(text: string): readonly Task[] {
    this.#db.query("INSERT INTO tasks (text) VALUES ($text)").run({ text });
    return this.all();
  }

  mark(id: number, isDone: boolean): readonly Task[] {
    this.#db
      .query("UPDATE tasks SET isDone = $isDone WHERE id = $id")
      .run({ id, isDone: isDone ? 1 : 0 });
    return this.all();
  }

  removeDone(): readonly Task[] {
    this.#db.run("DELETE FROM tasks WHERE isDone = 1");
    return this.all();
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }
}
