/** A dialog on the screen. */
export interface NativeDialog {
  /** Presses a button. @param checked the wanted state of the checkbox before */
  press(button: string, checked: boolean | null): Promise<void>;
  /** Chooses paths, or the path to save by. */
  choose(paths: readonly string[], saves: boolean): Promise<void>;
  cancel(): Promise<void>;
}
