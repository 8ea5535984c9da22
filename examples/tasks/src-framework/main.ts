import { join } from "node:path";
import { defineApp } from "framework/app";
import { TaskList } from "./task-list.ts";

let tasks: TaskList;

/** Tasks in a database of SQLite. Pages call these commands, so no SQL comes from a page. */
export default defineApp({
  commands: {
    list: () => tasks.all(),
    add: ({ text }: { text: string }) => tasks.add(String(text)),
    mark: ({ id, isDone }: { id: number; isDone: boolean }) => tasks.mark(id, isDone),
    clear: () => tasks.removeDone(),
  },
  setup(app) {
    // A folder that no page reaches.
    tasks = new TaskList(join(app.paths.private("database"), "tasks.db"));
    app.onExit(() => tasks[Symbol.dispose]());
  },
});
