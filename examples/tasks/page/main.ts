import { invoke } from "framework/api";
import type app from "../src-framework/main.ts";
import type { Task } from "../src-framework/task-list.ts";

const form = document.querySelector("form")!;
const field = document.querySelector("input")!;
const list = document.querySelector("ul")!;
const status = document.querySelector("[role=status]")!;

function item({ id, text, isDone }: Task): HTMLElement {
  const box = document.createElement("input");
  box.type = "checkbox";
  box.checked = isDone === 1;
  const mark = async () => show(await invoke<typeof app>("mark", { id, isDone: box.checked }));
  box.addEventListener("change", () => void mark());
  const label = document.createElement("label");
  label.append(box, text);
  const row = document.createElement("li");
  row.append(label);
  return row;
}

function show(tasks: readonly Task[]): void {
  list.replaceChildren(...tasks.map(item));
  const left = tasks.filter(({ isDone }) => isDone === 0).length;
  status.textContent = `${left} of ${tasks.length} to do`;
}

async function add(): Promise<void> {
  show(await invoke<typeof app>("add", { text: field.value }));
  form.reset();
}

async function clear(): Promise<void> {
  show(await invoke<typeof app>("clear"));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void add();
});
document.querySelector("#clear")!.addEventListener("click", () => void clear());

show(await invoke<typeof app>("list"));
