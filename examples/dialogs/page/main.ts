import { readDir, readTextFile } from "framework/api/fs";
import { cards, type Card, type Control, type Options } from "./cards.ts";

const log = document.querySelector("#log")!;

for (const card of cards) document.querySelector("#cards")!.append(form(card));
document.querySelector("#clear")!.addEventListener("click", () => log.replaceChildren());

function form(card: Card): HTMLFormElement {
  const element = document.createElement("form");
  element.innerHTML = `
    <div class="head">
      <div><h2><code></code></h2><p class="about"></p></div>
      <button type="submit"></button>
    </div>`;
  element.querySelector("code")!.textContent = card.name;
  element.querySelector(".about")!.textContent = card.about;
  element.querySelector("button")!.textContent = `Show ${card.name}`;
  element.append(...card.controls.map((control) => controlElement(card, control)));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    void show(card, options(element, card));
  });
  return element;
}

function controlElement(card: Card, { name, label, kind, value }: Control): HTMLElement {
  const outer = document.createElement("label");
  const input = document.createElement(typeof kind === "string" ? "input" : "select");
  input.setAttribute("name", name);
  input.setAttribute("aria-label", `${card.name}: ${label}`);
  if (input instanceof HTMLSelectElement) {
    for (const choice of kind) input.append(new Option(choice));
    outer.append(label, input);
  } else if (kind === "check") {
    input.type = "checkbox";
    outer.className = "check";
    outer.append(input, label);
  } else {
    input.value = value ?? "";
    outer.append(label, input);
  }
  return outer;
}

/** What was filled in or ticked: an empty field leaves its option out. */
function options(element: HTMLFormElement, card: Card): Options {
  const data = new FormData(element);
  const given: Record<string, string | boolean> = {};
  for (const { name, kind } of card.controls) {
    if (kind === "check" ? data.has(name) : data.get(name) !== "")
      given[name] = kind === "check" || String(data.get(name));
  }
  return given;
}

async function show(card: Card, given: Options): Promise<void> {
  const call = `${card.name}(${JSON.stringify(given)})`;
  try {
    const answer = await card.show(given);
    write(call, answer === undefined ? "done" : JSON.stringify(answer), await look(card, given, answer));
  } catch (error) {
    write(call, String(error), "", "failed");
  }
}

/** A chosen file or folder may be read at once: the choice put it into the scope. */
async function look(card: Card, given: Options, answer: unknown): Promise<string> {
  if (card.name !== "open" || typeof answer !== "string") return "";
  if (given["directory"])
    return `holds ${(await readDir(answer)).map(({ name }) => name).join(", ") || "nothing"}`;
  return `begins with ${JSON.stringify((await readTextFile(answer)).slice(0, 60))}`;
}

function write(call: string, answer: string, more: string, kind = "answer"): void {
  const item = document.createElement("li");
  for (const [text, name] of [
    [call, ""],
    [answer, kind],
    [more, ""],
  ] as const) {
    if (text === "") continue;
    const line = document.createElement("code");
    line.textContent = text;
    line.className = name;
    item.append(line);
  }
  log.prepend(item);
}
