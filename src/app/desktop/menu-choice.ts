/** A menu item that was chosen, by the pointer or by its keys. */
export interface MenuChoice {
  /** `recentFiles`: a file of that role's menu. */
  readonly id: string;
  /** The label of the window that owns the menu, or has the keyboard focus; `null`: none. */
  readonly window: string | null;
  /**
   * The path of the file that was chosen in the menu of the role `recentFiles`; otherwise `null`.
   */
  readonly file: string | null;
}
