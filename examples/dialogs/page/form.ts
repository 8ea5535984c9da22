// A card of an example: a form whose button calls a function, and the list of results.

/** One control of a card; its value becomes an option of the same name. */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly kind: "text" | "check" | readonly string[];
  readonly value?: string;
}

/** A function the page can call. */
export interface Card {
  readonly name: string;
  readonly about: string;
  readonly controls: readonly Control[];
  /** Calls it with the values of the controls. */
  run(options: Options): Promise<unknown>;
}

/** The values of a card's controls: only those that were filled in or ticked. */
export type Options = Readonly<Record<string, string | boolean>>;

export function text(name: string, label: string, value = ""): Control {
  return { name, label, kind: "text", value };
}

export function check(name: string, label: string): Control {
  return { name, label, kind: "check" };
}

/**
 * The card as a form. `run` gets the filled-in values when its button, labelled with the verb, is
 * pressed.
 */
export function form(card: Card, verb: string, run: (options: Options) => void): HTMLFormElement {
  const element = document.createElement("form");
  element.innerHTML = `
    <div class="head">
      <div><h2><code></code></h2><p class="about"></p></div>
      <button type="submit"></button>
    </div>`;
  element.querySelector("code")!.textContent = card.name;
  element.querySelector(".about")!.textContent = card.about;
  element.querySelector("button")!.textContent = `${verb} ${card.name}`;
  element.append(...card.controls.map((control) => controlElement(card, control)));
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    run(options(element, card));
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

/** The values that were filled in or ticked. An empty field leaves its option out. */
function options(element: HTMLFormElement, card: Card): Options {
  const data = new FormData(element);
  const given: Record<string, string | boolean> = {};
  for (const { name, kind } of card.controls) {
    const value = data.get(name);
    if (kind === "check") {
      if (value !== null) given[name] = true;
    } else if (typeof value === "string" && value !== "") {
      given[name] = value;
    }
  }
  return given;
}

/** Puts a call and its result at the top of the list. */
export function write(
  call: string,
  answer: string,
  more = "",
  kind: "answer" | "failed" = "answer",
): void {
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
  document.querySelector("#log")!.prepend(item);
}
