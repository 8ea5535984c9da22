import { warnBlocked } from "../../page/capability.ts";
import { WKContentWorld, WKScriptMessage, type WKUserContentController } from "../lib/webkit.ts";
import { Reply } from "../objc/block.ts";
import type { ObjectOf } from "../objc/object.ts";
import { methodOf, OwnClass, type OwnObject } from "../objc/own-class.ts";
import { nsString, textOf } from "../objc/text.ts";
import { receiveMessage } from "./messages.ts";
import type { PageView } from "../../page/page-view.ts";
import { printHandlerName } from "./print.ts";
import { handlerName } from "./wkwebview-traits.ts";

/** A view as the messages of its pages reach it. */
export interface MessageView extends PageView {
  print(): void;
}

const method = methodOf<MessageView>();

/** Receives the posts of pages. */
export const messageHandlers = new OwnClass<MessageView>({
  name: "FrameworkMessageHandler",
  protocols: ["WKScriptMessageHandlerWithReply"],
  methods: {
    "userContentController:didReceiveScriptMessage:replyHandler:": method(
      "@@b>v",
      (view, _contents, message, replyHandler) => {
        if (replyHandler === null) return;
        const reply = new Reply(replyHandler, "nn>v");
        if (textOf(WKScriptMessage.at(message).send("name")) === handlerName)
          return receiveMessage(view, message, reply);
        printAsked(view);
        reply.call(null, null);
      },
    ),
  },
});

/** The page calls `window.print()`. */
function printAsked(view: MessageView): void {
  if (view.documents.owner?.spec.printing === true) view.print();
  else warnBlocked("printing", "set framework.allowlist.window.print to true");
}

/** Registers the handler for messages of pages. */
export function addMessageHandler(
  contents: ObjectOf<typeof WKUserContentController>,
  handler: OwnObject<{}>,
): void {
  const world = WKContentWorld.send("pageWorld");
  for (const name of [handlerName, printHandlerName])
    contents.send(
      "addScriptMessageHandlerWithReply:contentWorld:name:",
      handler,
      world,
      nsString(name),
    );
}
