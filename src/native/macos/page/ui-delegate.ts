import type { Address } from "../../ffi/signature.ts";
import { warnBlocked } from "../../page/capability.ts";
import { heldPrompts } from "../../page/held-prompts.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { WKFrameInfo, WKOpenPanelParameters } from "../lib/webkit.ts";
import { Reply } from "../objc/block.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { nsString, optionalText, textOf } from "../objc/text.ts";
import { showFileField } from "./file-field.ts";
import { originOfFrame } from "./frame-origin.ts";
import { showScriptDialog, type ScriptQuestion } from "./script-dialogs.ts";

/** A view as its page asks the user something. */
export interface AskingView {
  /**
   * Shows a dialog on the window of the view, after the open ones; it closes together with the
   * window. Without a window there is no question.
   *
   * @param show shows it, and returns a function that closes it; call `answered` after the answer,
   * or the close
   * @param cancelled called when there is no question, because WebKit's handlers must be called in
   * any case
   */
  ask(show: (window: Address, answered: () => void) => () => void, cancelled: () => void): void;
  /** Schemes that the app answers. */
  readonly schemes: readonly string[];
  readonly documents: Documents;
}

const WKPermissionDecisionDeny = 2;

const method = methodOf<AskingView>();

/** Shows the dialogs that the engine leaves to the app: of scripts and of file fields. */
export const uiDelegates = new OwnClass<AskingView>({
  name: "FrameworkUIDelegate",
  protocols: ["WKUIDelegate"],
  methods: {
    "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:": method(
      "@@@b>v",
      (view, _webView, message, frame, handler) => {
        if (handler === null) return;
        const reply = new Reply(handler, ">v");
        askByScript(view, frame, { kind: "alert", text: textOf(message), given: "" }, () =>
          reply.call(),
        );
      },
    ),
    "webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:": method(
      "@@@b>v",
      (view, _webView, message, frame, handler) => {
        if (handler === null) return;
        const reply = new Reply(handler, "B>v");
        const question = { kind: "confirm", text: textOf(message), given: "" } as const;
        askByScript(view, frame, question, (answer) => reply.call(answer !== null));
      },
    ),
    "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:":
      method("@@n@b>v", (view, _webView, message, given, frame, handler) => {
        if (handler === null) return;
        const reply = new Reply(handler, "n>v");
        const question = {
          kind: "prompt",
          text: textOf(message),
          given: optionalText(given) ?? "",
        } as const;
        askByScript(view, frame, question, (answer) =>
          reply.call(answer === null ? null : nsString(answer)),
        );
      }),
    "webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:": method(
      "@@@b>v",
      (view, _webView, parameters, _frame, handler) => {
        if (handler !== null) chooseFiles(view, parameters, new Reply(handler, "n>v"));
      },
    ),
    "webView:requestMediaCapturePermissionForOrigin:initiatedByFrame:type:decisionHandler:": method(
      "@@@qb>v",
      (_view, _webView, _origin, _frame, type, handler) => {
        if (handler !== null) new Reply(handler, "q>v").call(WKPermissionDecisionDeny);
        warnBlocked(`the engine's "${devices[type] ?? type}"`, "pages have no permission for it");
      },
    ),
  },
});

/** WKMediaCaptureType, in its order. */
const devices = ["camera", "microphone", "camera and microphone"];

function askByScript(
  view: AskingView,
  frame: Address,
  question: Omit<ScriptQuestion, "site">,
  answer: (text: string | null) => void,
): void {
  const origin = originOfFrame(WKFrameInfo.at(frame));
  if (heldPrompts.take(view.documents, question, answer)) return;
  const isOfApp = view.schemes.some((scheme) => origin.startsWith(`${scheme}:`));
  view.ask(
    (window, answered) =>
      showScriptDialog(window, { ...question, site: isOfApp ? "" : origin }, (text) => {
        answered();
        answer(text);
      }),
    () => answer(null),
  );
}

function chooseFiles(view: AskingView, address: Address, reply: Reply<"n>v">): void {
  const parameters = WKOpenPanelParameters.at(address);
  const options = {
    multiple: parameters.send("allowsMultipleSelection"),
    folders: parameters.send("allowsDirectories"),
  };
  view.ask(
    (window, answered) =>
      showFileField(window, options, (urls) => {
        answered();
        reply.call(urls);
      }),
    () => reply.call(null),
  );
}
