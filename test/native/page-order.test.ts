// The order in which a page gets the messages of one turn of the loop.

import { expect, test } from "bun:test";
import { Documents } from "../../src/native/shell/view/documents.ts";
import { Evaluations } from "../../src/native/shell/view/evaluations.ts";
import { Messages } from "../../src/native/page/messages.ts";
import { webkitTraits } from "../../src/native/linux/page/webkit-traits.ts";
import type { ViewOwner } from "../../src/native/shell/view/documents.ts";

/**
 * A view whose page has sent one message, with the messages for the page and the work for the end
 * of the turn.
 */
function somePage() {
  const reached: string[] = [];
  const soon: (() => void)[] = [];
  const requests: number[] = [];
  const documents = new Documents(webkitTraits, () => {});
  documents.owner = {
    spec: { label: "main" },
    events: { emit: (_: string, { request }: { request: number }) => void requests.push(request) },
  } as unknown as ViewOwner;
  const evaluations = new Evaluations(
    documents,
    (task) => void soon.push(task),
    (script) => void reached.push(...(script.match(/(?<=try\{)\w+/g) ?? [])),
  );
  const messages = new Messages<string>({
    answer: (_, text) => void reached.push(text),
    refuse: () => expect.unreachable(),
    release: () => {},
  });
  messages.receive(
    documents,
    { key: "", window: "main", document: 1, origin: "null" },
    "",
    "reply",
  );
  return {
    run: (script: string) => evaluations.add(script, null),
    answer: (text: string) => messages.reply(requests[0] ?? 0, text),
    endTurn: () => soon.splice(0).forEach((task) => task()),
    reached,
  };
}

test("scripts that came before an answer have run when the page gets it", () => {
  const page = somePage();
  page.run("first");
  page.run("second");
  page.answer("answer");
  page.run("third");
  expect(page.reached).toEqual(["first", "second", "answer"]);
  page.endTurn();
  expect(page.reached).toEqual(["first", "second", "answer", "third"]);
});
