import type { EngineTraits } from "../../../contract/ui/index.ts";

/** The name of the script message handler that pages post to. */
export const handlerName = "framework";

/**
 * The prefix of each answer. Answers reach the page as the message of a rejection, the only form of
 * text that needs no value of a JavaScript engine in the app's process (`messages.ts` explains
 * why); a refusal has the same form without the prefix. JSON may begin with it, but our JSON never
 * does.
 */
export const answerMark = "\n";

/**
 * The announcements of a document that its own script begins to ask the user through the engine,
 * and that the dialog has been answered.
 */
export const dialogMarks = { begins: "\n?", ended: "\n." } as const;

/** WebKitGTK, which answers each message by itself. */
export const webkitTraits: EngineTraits = {
  // GStreamer, which plays video and sound, knows none of the app's schemes.
  playsFromSchemes: false,
  readsBodies: true,
  answersBytes: true,
  // `message` is the error's own property: no code of the page runs for it.
  transport: `(key) => {
    const handler = window.webkit.messageHandlers[${JSON.stringify(handlerName)}];
    const post = handler.postMessage.bind(handler);
    const tell = async (mark) => {
      try {
        await post(key + mark);
      } catch {}
    };
    const { apply } = Reflect;
    for (const name of ["alert", "confirm", "prompt"]) {
      const ask = window[name];
      const announced = (...given) => {
        tell(${JSON.stringify(dialogMarks.begins)});
        try {
          return apply(ask, window, given);
        } finally {
          tell(${JSON.stringify(dialogMarks.ended)});
        }
      };
      // A bound function prints as native code.
      window[name] = announced.bind(null);
    }
    return async (message) => {
      try {
        await post(key + message);
      } catch (error) {
        const { message: answer } = error;
        if (answer[0] === ${JSON.stringify(answerMark)}) return answer;
        throw error;
      }
      return null;
    };
  }`,
};
