/** An item of a menu that was chosen, by the pointer or by its keys. */
export interface MenuChoice {
  /** `recentFiles`: a file of that role's menu. */
  readonly id: string;
  /** The label of the window whose menu it is, or that has the keyboard; `null`: none has. */
  readonly window: string | null;
  /** The path of the file that was chosen in the menu of the role `recentFiles`; else `null`. */
  readonly file: string | null;
}
