/** The work of the program that operates a dialog. */
export interface DialogOrder {
  /** The process of the dialog. */
  readonly pid: number;
  /** `null`: any title. */
  readonly title: string | null;
  readonly act:
    | {
        /** The possible ids of the button: the dialog has one of them. */
        readonly press: readonly number[];
        /** The wanted state of the checkbox. `null`: as it is. */
        readonly checked: boolean | null;
      }
    /** The text for the name field of a file dialog. */
    | { readonly choose: string }
    | "cancel";
}
