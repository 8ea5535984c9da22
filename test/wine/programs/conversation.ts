// Runs under Wine: answers questions of a test, one line of JSON each, until there are no more.

import { readSync } from "node:fs";

/**
 * Asks the test, and waits for what it says, in which nothing else happens here. `null`: it says
 * nothing any more.
 */
export function ask(question: unknown): unknown {
  console.log(JSON.stringify(question));
  return nextLine();
}

/** Answers each question of the test with what comes of it, until `null` is asked. */
export async function answerAll<Question>(answer: (question: Question) => unknown): Promise<void> {
  console.log(JSON.stringify("ready"));
  for (let question = nextLine(); question !== null; question = nextLine()) {
    console.log(JSON.stringify({ answer: (await answer(question as Question)) ?? null }));
  }
}

let heard = "";

// Bun's streams take no pipe of Wine's for their own; reading it does.
function nextLine(): unknown {
  const bytes = new Uint8Array(1 << 16);
  for (;;) {
    const end = heard.indexOf("\n");
    if (end >= 0) {
      const line = heard.slice(0, end);
      heard = heard.slice(end + 1);
      return JSON.parse(line);
    }
    const length = readSync(0, bytes);
    if (length === 0) return null;
    heard += new TextDecoder().decode(bytes.subarray(0, length));
  }
}
