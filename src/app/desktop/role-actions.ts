import type { ResolvedConfig } from "../../config/index.ts";
import type { MenuRole } from "../../contract/menu.ts";
import { menuRoles } from "../../contract/menu.ts";
import type { Exit } from "../process/exit.ts";
import type { Ui } from "../ui.ts";
import type { Windows } from "../windows/windows.ts";
import { roleIdPrefix } from "./menu-items.ts";
import { isEditRole } from "./menu-roles.ts";

export interface RoleActionsOptions {
  readonly config: ResolvedConfig;
  readonly ui: Ui;
  readonly windows: Windows;
  readonly exit: Exit;
}

/** The actions of menu roles that the system does not perform itself. */
export class RoleActions {
  readonly #options: RoleActionsOptions;

  constructor(options: RoleActionsOptions) {
    this.#options = options;
  }

  /** The role of an item; `null`: it is one of the app's. */
  roleOf(item: string): MenuRole | null {
    if (!item.startsWith(roleIdPrefix)) return null;
    return menuRoles.find((role) => `${roleIdPrefix}${role}` === item) ?? null;
  }

  /** @param given the window that owns the menu; `null`: the one with the keyboard focus */
  async run(role: MenuRole, given: string | null): Promise<void> {
    const { ui, windows, exit } = this.#options;
    if (role === "quit") {
      if ((await exit.requests.mayEnd("quit")) && (await windows.mayAllLeave())) await exit.quit(0);
      return;
    }
    const window = given ?? (await this.#focused());
    if (window === null) return;
    if (role === "about") return await this.#about(window);
    if (role === "close") return await windows.requestClose(window);
    if (role === "minimize") return await windows.apply(window, { name: "minimize", value: null });
    if (role === "zoom") {
      const { isMaximized } = await windows.read(window);
      return await windows.apply(window, {
        name: isMaximized ? "unmaximize" : "maximize",
        value: null,
      });
    }
    if (role === "fullScreen") {
      const { isFullscreen } = await windows.read(window);
      return await windows.apply(window, { name: "setFullscreen", value: !isFullscreen });
    }
    if (isEditRole(role) || role === "reload" || role === "devTools")
      await ui.call("window.act", { window, act: role });
  }

  async #focused(): Promise<string | null> {
    const { windows } = this.#options;
    for (const label of windows.labels) if ((await windows.read(label)).isFocused) return label;
    return windows.labels[0] ?? null;
  }

  async #about(window: string): Promise<void> {
    const { package: app, framework } = this.#options.config;
    const { copyright, shortDescription } = framework.bundle;
    const lines = [`${app.productName} ${app.version ?? ""}`.trim(), shortDescription, copyright];
    await this.#options.ui.call("dialog.message", {
      id: 0,
      window,
      title: app.productName,
      text: lines.filter((line) => line !== null && line !== "").join("\n"),
      kind: "info",
      buttons: [{ stock: "ok" }],
    });
  }
}
