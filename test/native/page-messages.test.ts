import { expect, test } from "bun:test";
import { webkitTraits } from "../../src/native/linux/page/webkit-traits.ts";
import {
  Documents,
  type PageDocument,
  type ViewOwner,
} from "../../src/native/shell/view/documents.ts";
import { Messages } from "../../src/native/page/messages.ts";

/** The messages of two views, and the calls to their engine. */
function twoViews() {
  const reported: string[] = [];
  const messages = new Messages<string>({
    answer: (reply, text) => void reported.push(`${reply} is answered ${text}`),
    refuse: (reply) => void reported.push(`${reply} is refused`),
    release: (reply) => void reported.push(`${reply} is released`),
  });
  const view = () => {
    const requests: number[] = [];
    const emit = (_: string, { request }: { request: number }) => requests.push(request);
    const documents = new Documents(webkitTraits, () => {});
    documents.owner = { events: { emit } } as unknown as ViewOwner;
    const ask = (reply: string): number => {
      messages.receive(documents, {} as PageDocument, "text", reply);
      return requests.at(-1) as number;
    };
    return { documents, ask };
  };
  return { reported, messages, one: view(), other: view() };
}

test("a message is answered once, and let go of", () => {
  const { reported, messages, one } = twoViews();
  const request = one.ask("a");
  messages.reply(request, "text");
  messages.reply(request, "again");
  expect([reported, messages.size]).toEqual([["a is answered text", "a is released"], 0]);
});

test("messages that a closed page left unanswered are released with its own view, and with no other one", () => {
  const { reported, messages, one, other } = twoViews();
  const request = one.ask("a");
  other.ask("b");
  other.ask("c");
  messages.forget(one.documents);
  messages.reply(request, "too late");
  expect([reported, messages.size]).toEqual([[], 2]);
  messages.forget(other.documents);
  messages.release(one.documents);
  messages.release(one.documents);
  expect(reported).toEqual(["a is released"]);
  messages.release(other.documents);
  expect(reported.slice(1)).toEqual(["b is released", "c is released"]);
});

test("when the app thread has gone, a page's messages are answered with that, and another page's wait on", () => {
  const { reported, messages, one, other } = twoViews();
  one.ask("a");
  const request = other.ask("b");
  messages.refuseAll(one.documents, false);
  expect(reported).toEqual([
    expect.stringMatching(/^a is answered .*"code":"closed"/),
    "a is released",
  ]);
  messages.reply(request, "text");
  expect(reported.slice(2)).toEqual(["b is answered text", "b is released"]);
});
