import type { AutomationEvents } from "../../../contract/automation.ts";
import { DriverError } from "../errors.ts";
import { text } from "../parameters.ts";
import type { Route } from "../route.ts";
import type { Session } from "../session.ts";
import { settle } from "./navigation.ts";

type Prompt = AutomationEvents["prompt.opened"];

/** The typed text in the field of `prompt`, until it is accepted. */
const typed = new WeakMap<Prompt, string>();

/** The dialogs of scripts. The extension commands handle native dialogs. */
export const promptRoutes: readonly Route[] = [
  {
    method: "POST",
    path: "/alert/dismiss",
    run: (session) => answer(session, false),
    minds: "no prompt",
  },
  {
    method: "POST",
    path: "/alert/accept",
    run: (session) => answer(session, true),
    minds: "no prompt",
  },
  {
    method: "GET",
    path: "/alert/text",
    run: async (session) => (await open(session)).text,
    minds: "no prompt",
  },
  {
    method: "POST",
    path: "/alert/text",
    run: async (session, { given }) => {
      const words = text(given, "text");
      const prompt = await open(session);
      if (prompt.kind !== "prompt")
        throw new DriverError(
          "element not interactable",
          `Cannot type: ${prompt.kind} has no field`,
        );
      typed.set(prompt, words);
    },
    minds: "no prompt",
  },
];

async function open(session: Session): Promise<Prompt> {
  await session.windowInfo();
  const prompt = session.prompts.of(session.window);
  if (prompt !== null) return prompt;
  throw new DriverError("no such alert", "Cannot use a prompt: none is open");
}

async function answer(session: Session, isAccepted: boolean): Promise<void> {
  await close(session, await open(session), isAccepted);
  await settle(session);
}

async function close(session: Session, prompt: Prompt, isAccepted: boolean): Promise<void> {
  await session.prompts.answer(prompt, isAccepted ? (typed.get(prompt) ?? prompt.given) : null);
}

/**
 * Handles an open prompt as the session wants for one that a command finds.
 * @throws DriverError `unexpected alert open`
 */
export async function handlePrompt(session: Session): Promise<void> {
  const prompt = session.prompts.of(session.window);
  if (prompt === null) return;
  const behaviour = session.wanted.prompts;
  if (behaviour !== "ignore") await close(session, prompt, behaviour.startsWith("accept"));
  if (behaviour !== "ignore" && !behaviour.endsWith("notify")) return;
  throw new DriverError("unexpected alert open", `The page asks "${prompt.text}"`, {
    data: { text: prompt.text },
  });
}
