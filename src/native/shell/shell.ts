import { FrameworkError } from "../../contract/errors.ts";
import { leaveQuestion } from "../../contract/ui/leave-question.ts";
import type {
  AppIdentity,
  EngineTraits,
  MessageRequest,
  WindowSpec,
} from "../../contract/ui/index.ts";
import { heldPrompts } from "../page/held-prompts.ts";
import { respond } from "../page/requests.ts";
import type { Events, Platform, PlatformCalls } from "../platform.ts";
import type { OpenToolkit, SystemEngine, SystemWindow, Toolkit } from "../toolkit.ts";
import { DialogQueue } from "./dialog-queue.ts";
import { ExitQuestion } from "./exit-question.ts";
import { ShellMenus } from "./menus.ts";
import { Preparation } from "./preparation.ts";
import { openWindow, type Window } from "./window/window.ts";
import { WindowRegister } from "./window-register.ts";

/**
 * The platform of a system, on top of its toolkit: the common part of all systems. Opens no library
 * before the first call.
 */
export function openShell<W extends SystemWindow>(
  events: Events,
  openToolkit: OpenToolkit<W>,
): Platform {
  return new Shell(events, openToolkit);
}

class Shell<W extends SystemWindow> implements Platform {
  calls: PlatformCalls;
  readonly openStreams: Platform["openStreams"];
  readonly endProcess: Platform["endProcess"];
  readonly later: Platform["later"];
  readonly run: Platform["run"];
  readonly openWaker: Platform["openWaker"];

  readonly #dialogs = new DialogQueue();
  readonly #windows = new WindowRegister<W>(this.#dialogs, (spec) => this.#open(spec));
  readonly #preparation = new Preparation();
  readonly #toolkit: Toolkit<W>;
  readonly #events: Events;
  readonly #menus: ShellMenus<W>;
  readonly #exitQuestion: ExitQuestion;
  #engine: SystemEngine<W> | null = null;
  #hasBegun = false;
  #keepsPages = false;

  constructor(events: Events, openToolkit: OpenToolkit<W>) {
    const toolkit = openToolkit({
      events,
      dialogs: this.#dialogs,
      windows: () => [...this.#windows.all.values()].map(({ system }) => system),
      mayEnd: (reason) => this.#exitQuestion.ask(reason),
      mayAllLeave: () => this.#mayAllLeave(),
      refuseCalls: (reason, quit) => (this.calls = refusedCalls(this.calls, reason, quit)),
    });
    this.#toolkit = toolkit;
    this.#exitQuestion = new ExitQuestion(events, (milliseconds, task) =>
      toolkit.later(milliseconds, task),
    );
    this.#events = events;
    this.#menus = new ShellMenus(toolkit.menus, this.#windows.all);
    this.openStreams = () => toolkit.openStreams();
    this.endProcess = toolkit.endProcess;
    this.later = (milliseconds, task) => toolkit.later(milliseconds, task);
    this.run = () => toolkit.run();
    this.openWaker = (drain) => toolkit.openWaker(drain);
    this.calls = {
      ...this.#appCalls(toolkit),
      ...this.#windowCalls(toolkit),
      ...this.#dialogCalls(toolkit),
      ...this.#menuCalls(toolkit),
      ...serviceCalls(toolkit),
    };
  }

  load(): void {
    this.#preparation.step(() => this.#toolkit.load());
  }

  prepare(identity: AppIdentity): void {
    this.#preparation.step(() => (this.#engine = this.#toolkit.open(identity, true)));
  }

  #appCalls(toolkit: Toolkit<W>): CallsOf<"app"> {
    return {
      "app.begin": (identity) => this.#begin(identity),
      "app.ready": () => {
        const kept = this.#windows.ready();
        this.#menus.dropLeft();
        this.#lookForLast();
        return kept;
      },
      "app.setIcon": ({ icon }) => toolkit.setAppIcon(icon),
      "app.setAsksBeforeExit": ({ asks }) => void (this.#exitQuestion.asks = asks),
      "app.answerExit": ({ ends }) => this.#exitQuestion.answer(ends),
      "app.showError": (options) => this.#showError(options),
      "app.quit": ({ code }) => toolkit.quit(code),
      "app.setVisible": ({ visible }) => {
        if (toolkit.setAppVisible !== undefined) return toolkit.setAppVisible(visible);
        toolkit.windows.warnUnsupported(
          "Showing and hiding the whole app",
          "only macOS shows and hides whole apps",
        );
      },
      "app.setActivationPolicy": ({ policy }) => {
        if (toolkit.setActivationPolicy !== undefined) return toolkit.setActivationPolicy(policy);
        toolkit.windows.warnUnsupported("The activation policy", "only macOS has a Dock");
      },
    };
  }

  #windowCalls(
    toolkit: Toolkit<W>,
  ): CallsOf<"window" | "monitors"> &
    Pick<PlatformCalls, "page.recover" | "page.holdPrompts" | "page.answerPrompt"> {
    const find = (label: string): Window<W> => this.#windows.find(label);
    return {
      "window.create": (spec) => {
        this.#windows.create(spec);
        this.#menus.windowOpened(spec.label);
      },
      "window.destroy": ({ window }) => {
        toolkit.menus.closePopup(find(window).system);
        this.#windows.destroy(window);
        this.#menus.windowClosed(window);
        this.#lookForLast();
      },
      "window.mayClose": ({ window }) => this.#mayClose(window),
      "window.apply": ({ window, operation }) => {
        const applied = find(window).apply(operation);
        if (operation.name === "setTitle") this.#menus.windowRenamed();
        return applied;
      },
      "window.act": ({ window, act }) => toolkit.act(find(window).system, act),
      "window.useActivation": ({ window, token }) =>
        toolkit.useActivation?.(find(window).system, token),
      "window.read": ({ window }) => find(window).read(),
      "monitors.read": ({ window }) => toolkit.readMonitors(find(window).system),
      "window.setScripts": ({ window, scripts }) => find(window).system.view.setScripts(scripts),
      "page.recover": ({ window, recovery }) => find(window).system.view.recover(recovery),
      "page.holdPrompts": ({ holds }) => heldPrompts.hold(holds ? this.#events : null),
      "page.answerPrompt": ({ prompt, text }) => heldPrompts.answer(prompt, text),
      "window.evaluate": ({ window, script, pages }) =>
        find(window).system.view.evaluate(script, pages),
    };
  }

  #dialogCalls(toolkit: Toolkit<W>): CallsOf<"dialog"> {
    return {
      "dialog.message": (request) => this.#showMessage(request),
      "dialog.choose": (request) =>
        this.#dialogs.add(
          request,
          toolkit.choiceDialog(this.#windows.find(request.window).system, request),
        ),
      "dialog.file": (request) =>
        this.#dialogs.add(
          request,
          toolkit.fileDialog(this.#windows.find(request.window).system, request),
        ),
      "dialog.progress": ({ id, done }) => this.#dialogs.setProgress(id, done),
      "dialog.dismiss": ({ id }) => this.#dialogs.dismiss(id),
    };
  }

  #menuCalls({ menus }: Toolkit<W>): CallsOf<"menu"> {
    return {
      "menu.set": ({ window, items }) => {
        if (window !== null) this.#windows.find(window);
        this.#menus.set(window, items);
      },
      "menu.popup": ({ window, items, at }) =>
        menus.popup(this.#windows.find(window).system, this.#menus.filled(items), at),
      "menu.close": ({ window }) => menus.closePopup(this.#windows.find(window).system),
    };
  }

  /** Runs `beforeunload` of the page of a window. */
  #mayClose(window: string): boolean | Promise<boolean> {
    const { title, system } = this.#windows.find(window);
    return system.view.mayLeave(
      async () => (await this.#showMessage(leaveQuestion(window, title))) === 0,
    );
  }

  async #mayAllLeave(): Promise<boolean> {
    const { all } = this.#windows;
    for (const window of all.keys()) if (!(await this.#mayClose(window))) return false;
    return true;
  }

  restarting(): void {
    if (this.#keepsPages) for (const window of this.#windows.all.values()) window.refuseAll(true);
  }

  #begin(identity: AppIdentity): EngineTraits | Promise<EngineTraits> {
    if (this.#hasBegun) {
      this.#toolkit.shortcuts.releaseAll();
      this.#exitQuestion.restart();
      this.#windows.detachForReload(identity.profile?.keepsPages === true);
      this.#menus.leaveToNext();
      return this.#runningEngine().traits;
    }
    this.#preparation.check();
    this.#engine ??= this.#toolkit.open(identity, false);
    this.#hasBegun = true;
    this.#keepsPages = identity.profile?.keepsPages === true;
    this.#toolkit.begin(identity);
    return this.#engine.traits;
  }

  #open(spec: WindowSpec): Window<W> {
    const engine = this.#runningEngine();
    return openWindow(spec, {
      toolkit: this.#toolkit.windows,
      events: this.#events,
      make: (events) => engine.makeWindow(spec, events),
    });
  }

  #runningEngine(): SystemEngine<W> {
    if (this.#engine !== null && this.#hasBegun) return this.#engine;
    throw new FrameworkError("internal", 'Cannot open a window: run "app.begin" first');
  }

  #showMessage(request: MessageRequest): Promise<number> {
    return this.#dialogs.add(
      request,
      this.#toolkit.messageDialog(this.#windows.find(request.window).system, request),
    );
  }

  async #showError({
    title,
    text,
  }: {
    readonly title: string;
    readonly text: string;
  }): Promise<void> {
    if (!this.#hasBegun)
      throw new FrameworkError("unavailable", "Cannot show an error: nothing can be shown");
    const buttons = [{ stock: "ok" }] as const;
    await this.#toolkit
      .messageDialog(null, { id: 0, window: "", title, text, kind: "error", buttons })
      .show();
  }

  #lookForLast(): void {
    if (this.#windows.all.size === 0) this.#engine?.lastWindowClosed?.();
  }
}

/** The calls whose names begin with one of these words. */
type CallsOf<Group extends string> = Pick<
  PlatformCalls,
  Extract<keyof PlatformCalls, `${Group}.${string}`>
>;

/** The calls that concern no window. */
function serviceCalls<W extends SystemWindow>({
  clipboard,
  notifications,
  shortcuts,
  tray,
  shell,
  messages,
}: Toolkit<W>): CallsOf<"clipboard" | "notification" | "shortcut" | "tray" | "shell"> &
  Pick<PlatformCalls, "page.reply" | "page.respond"> {
  return {
    "clipboard.write": ({ text }) => clipboard.write(text),
    "clipboard.read": () => clipboard.read(),
    "notification.show": (request) => notifications.show(request),
    "shortcut.register": (registration) => shortcuts.register(registration),
    "shortcut.unregister": ({ id }) => shortcuts.unregister(id),
    "tray.show": (spec) => tray.show(spec),
    "tray.remove": () => tray.remove(),
    "shell.open": (request) => shell.open(request),
    "shell.openWith": (request) => shell.openWith(request),
    "page.reply": ({ request, text }) => messages.reply(request, text),
    "page.respond": ({ request, response }) => respond(request, response),
  };
}

/** The remaining calls when the toolkit can no longer be called: the end of the app. */
function refusedCalls(
  calls: PlatformCalls,
  reason: string,
  quit: (code: number) => void,
): PlatformCalls {
  const refuse = (): never => {
    throw new FrameworkError("unavailable", `${reason}: the app is ending`);
  };
  const refused = Object.fromEntries(Object.keys(calls).map((name) => [name, refuse]));
  return { ...refused, "app.quit": ({ code }) => quit(code) } as PlatformCalls;
}
