import { readDir, readTextFile } from "framework/api/fs";
import { cards } from "./cards.ts";
import { form, write, type Card, type Options } from "./form.ts";

for (const card of cards) {
  document.querySelector("#cards")!.append(form(card, "Show", (given) => void show(card, given)));
}
document.querySelector("#clear")!.addEventListener("click", () => {
  document.querySelector("#log")!.replaceChildren();
});

async function show(card: Card, given: Options): Promise<void> {
  const call = `${card.name}(${JSON.stringify(given)})`;
  try {
    const answer = await card.run(given);
    write(
      call,
      answer === undefined ? "done" : JSON.stringify(answer),
      await look(card, given, answer),
    );
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
