import { limits } from "../../contract/limits.ts";
import { ownSchemes } from "../../contract/page/origins.ts";
import { systemNames } from "../../contract/target.ts";
import { addressOf, windowSchemes } from "../../contract/window/address.ts";
import { effectOn, windowEffects } from "../../contract/window/effects.ts";
import { userAgentProblem } from "../../contract/window/user-agent.ts";
import type { RuleContext } from "./rule.ts";

const windows = ["framework", "windows"] as const;

/** Each window needs a label of its own. */
export function windowLabels(context: RuleContext): void {
  const seen = new Map<string, number>();
  for (const [index, { label }] of context.config.framework.windows.entries()) {
    // Pages could not name it.
    if (label.length > limits.windowLabel.most)
      context.error(
        [...windows, index, "label"],
        `must be shorter: at most ${limits.windowLabel.most} characters, it has ${label.length}`,
      );
    const first = seen.get(label);
    if (first === undefined) {
      seen.set(label, index);
      continue;
    }
    const path = [...windows, index, "label"];
    const written = context.isWritten(path);
    context.error(
      path,
      written
        ? "is the label of another window, too"
        : `is missing: without it the label is "${label}", which another window has, too`,
      { related: { message: "the other window", path: [...windows, first] } },
    );
  }
}

const base = `${ownSchemes.app}://localhost/`;

/**
 * An address that no window could load would end the app at its start, or leave the window empty.
 */
export function windowAddresses(context: RuleContext): void {
  for (const [index, { url }] of context.config.framework.windows.entries()) {
    if (addressOf(url, base, (text, from) => URL.parse(text, from)) === null)
      context.error([...windows, index, "url"], "must be an address or a path in the application");
    const protocol = URL.parse(url)?.protocol ?? null;
    if (protocol === null || windowSchemes.includes(protocol)) continue;
    const message = `must begin with ${windowSchemes.join(", ")} or be a path in the application`;
    // The scheme of "localhost:1420" is "localhost:".
    const suggestions = /^[^/:]+:\d+(?:\/|$)/.test(url) ? [JSON.stringify(`http://${url}`)] : [];
    context.error([...windows, index, "url"], message, { code: "bad-value", suggestions });
  }
}

export function userAgents(context: RuleContext): void {
  for (const [index, { userAgent }] of context.config.framework.windows.entries()) {
    const problem = userAgentProblem(userAgent ?? "");
    if (problem !== null) context.error([...windows, index, "userAgent"], problem);
  }
}

const lengths = ["width", "height", "minWidth", "minHeight", "maxWidth", "maxHeight"] as const;

export function windowLengths(context: RuleContext): void {
  for (const [index, window] of context.config.framework.windows.entries()) {
    for (const name of lengths)
      if ((window[name] ?? 0) < 0) context.error([...windows, index, name], "must be 0 or more");
  }
}

export function windowSizes(context: RuleContext): void {
  for (const [index, window] of context.config.framework.windows.entries()) {
    const path = [...windows, index];
    for (const [size, least, most] of [
      ["width", "minWidth", "maxWidth"],
      ["height", "minHeight", "maxHeight"],
    ] as const) {
      const { [size]: value, [least]: lower, [most]: upper } = window;
      if (lower !== null && upper !== null && lower > upper) {
        context.error([...path, least], `is more than ${most}, ${upper}`, {
          related: { message: `${most} is here`, path: [...path, most] },
        });
      } else if (lower !== null && value < lower && context.isWritten([...path, size])) {
        context.warn([...path, size], `is less than ${least}, ${lower}, which wins`);
      } else if (upper !== null && value > upper && context.isWritten([...path, size])) {
        context.warn([...path, size], `is more than ${most}, ${upper}, which wins`);
      }
    }
  }
}

export function transparentWindows(context: RuleContext): void {
  if (context.system !== "macos" || context.config.framework.macOSPrivateApi) return;
  for (const [index, window] of context.config.framework.windows.entries()) {
    if (!window.transparent) continue;
    context.warn(
      [...windows, index, "transparent"],
      "has no effect on macOS: the window is opaque without framework.macOSPrivateApi, with which the application is not accepted by the store",
      { code: "no-effect" },
    );
  }
}

export function windowButtons(context: RuleContext): void {
  for (const [index, window] of context.config.framework.windows.entries()) {
    const path = [...windows, index, "maximizable"];
    if (!window.resizable && window.maximizable && context.isWritten(path)) {
      context.warn(
        path,
        "has no effect: resizable is false, which disables the maximize button, too",
        {
          code: "no-effect",
        },
      );
    }
  }
}

/**
 * The pages of an app share one browser process and one profile of WebView2, and so their storage,
 * too.
 */
export function sharedEngine(context: RuleContext): void {
  if (context.system !== "windows") return;
  const all = context.config.framework.windows;
  const first = all.findIndex(({ additionalBrowserArgs }) => additionalBrowserArgs !== null);
  for (const [index, { additionalBrowserArgs: args }] of all.entries()) {
    if (args !== null && args !== all[first]?.additionalBrowserArgs)
      context.warn(
        [...windows, index, "additionalBrowserArgs"],
        "has no effect: the first window that has some decides for all, since they share one browser process",
        {
          code: "no-effect",
          related: { message: "it is here", path: [...windows, first, "additionalBrowserArgs"] },
        },
      );
  }
}

/** An application has one theme, on every system. */
export function windowThemes(context: RuleContext): void {
  const all = context.config.framework.windows;
  const last = all.findLastIndex(({ theme }) => theme !== null);
  for (const [index, { theme }] of all.entries()) {
    if (theme === null || theme === all[last]?.theme) continue;
    context.warn(
      [...windows, index, "theme"],
      "has no effect: all windows have one theme, and the last one that says so decides",
      {
        code: "no-effect",
        related: { message: "it is here", path: [...windows, last, "theme"] },
      },
    );
  }
}

/** If no system supports any of them, the fallback colour is drawn. */
export function windowEffectsWork(context: RuleContext): void {
  for (const [index, { effects, effectsFallback }] of context.config.framework.windows.entries()) {
    const path = [...windows, index];
    const code = "no-effect";
    if (effects.length === 0) {
      if (effectsFallback !== null)
        context.warn([...path, "effectsFallback"], "has no effect without effects", { code });
    } else if (context.system === "macos" && !context.config.framework.macOSPrivateApi) {
      const reason = "the page is opaque without framework.macOSPrivateApi";
      context.warn([...path, "effects"], `has no effect on macOS: ${reason}`, { code });
    } else if (effectsFallback === null && effectOn(context.system, effects) === null) {
      const there = windowEffects[context.system].join(", ");
      const reason = there === "" ? "it has none" : `it has ${there}`;
      context.warn(
        [...path, "effects"],
        `has no effect on ${systemNames[context.system]}: ${reason}; effectsFallback is a colour in their place`,
        { code },
      );
    }
  }
}
