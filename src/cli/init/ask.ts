import { isCancel, select, text } from "@clack/prompts";
import type { AskForTemplate } from "./template.ts";

/** Asks in the terminal; without one, the suggestion is the answer. */
export const askInTerminal: AskForTemplate = async ({ message, initial, choices, problem }) => {
  // Without a terminal the question would wait for ever.
  if (process.stdin.isTTY !== true) return initial;
  const answer =
    choices === undefined
      ? await text({
          message,
          initialValue: initial,
          validate: (value: string | undefined) => problem(value ?? ""),
        })
      : await select({
          message,
          initialValue: initial,
          options: choices.map(({ value, hint }) => ({ value, label: value, hint })),
        });
  return isCancel(answer) ? null : answer;
};
