import { effectNames, type WindowEffect } from "./effects.ts";

/**
 * The values of a field, by kind. A length is at least 0; an address may also be a path inside the
 * application.
 */
interface FieldKinds {
  flag: boolean;
  number: number;
  length: number;
  text: string;
  address: string;
  /** `#rrggbb` */
  colour: string;
}

/** A field with its default value; `null`: none, and the application or the system decides. */
interface PlainField<Kind extends keyof FieldKinds, Default> {
  readonly kind: Kind;
  readonly default: Default;
}

/** One of several values, which a page may also begin with a small letter. */
interface ChoiceField<Value extends string, Default> {
  readonly kind: "choice";
  readonly values: readonly Value[];
  readonly default: Default;
}

/** Several values, the most wanted first. */
interface ChoicesField<Value extends string> {
  readonly kind: "choices";
  readonly values: readonly Value[];
  readonly default: readonly Value[];
}

/** One row of the table. */
export type WindowField = (
  | PlainField<keyof FieldKinds, FieldKinds[keyof FieldKinds] | null>
  | ChoiceField<string, string | null>
  | ChoicesField<string>
) & {
  /** Only the configuration may set it, no page. */
  readonly isForPages?: false;
};

function field<Kind extends keyof FieldKinds, const Default extends FieldKinds[Kind] | null>(
  kind: Kind,
  value: Default,
): PlainField<Kind, Default> {
  return { kind, default: value };
}

function choice<const Value extends string, const Default extends Value | null>(
  values: readonly Value[],
  value: Default,
): ChoiceField<Value, Default> {
  return { kind: "choice", values, default: value };
}

function choices<Value extends string>(values: readonly Value[]): ChoicesField<Value> {
  return { kind: "choices", values, default: [] };
}

/**
 * The table of window fields: the description of a window before it opens.
 *
 * A row defines the argument of `window.create` with its type, the default, the configuration's
 * field, and the value for the ui thread. The compiler requires its sentence in
 * `config/fields/window.ts` and the systems it has an effect on, and its implementation by each
 * platform. A comment here is for pages (`WindowOptions`).
 *
 * Only data here, no schemas: the configuration is read without the schema library.
 */
export const windowFields = {
  /** An address, or a path inside the application. Default: the application's first page. */
  url: field("address", "index.html"),
  userAgent: field("address", null),
  fileDropEnabled: field("flag", true),
  center: field("flag", false),
  x: field("number", null),
  y: field("number", null),
  width: field("length", 800),
  height: field("length", 600),
  minWidth: field("length", null),
  minHeight: field("length", null),
  maxWidth: field("length", null),
  maxHeight: field("length", null),
  resizable: field("flag", true),
  maximizable: field("flag", true),
  minimizable: field("flag", true),
  closable: field("flag", true),
  /** Default: the application's name. */
  title: field("text", null),
  fullscreen: field("flag", false),
  focus: field("flag", true),
  transparent: field("flag", false),
  maximized: field("flag", false),
  visible: field("flag", true),
  /** Hidden until its first page is complete, for 10 s at most. */
  showWhenPainted: field("flag", false),
  decorations: field("flag", true),
  /** `false`: no shadow around a window without decorations, and no round corners on Windows 11. */
  shadow: field("flag", true),
  /**
   * The material that the system draws behind the page, where its background is transparent: the
   * first that the system supports.
   */
  effects: choices<WindowEffect>(effectNames),
  /** The background where the system supports none of the effects: `#rrggbb`. */
  effectsFallback: field("colour", null),
  alwaysOnTop: field("flag", false),
  contentProtected: field("flag", false),
  skipTaskbar: field("flag", false),
  theme: choice(["Light", "Dark"], null),
  titleBarStyle: choice(["Visible", "Transparent", "Overlay"], "Visible"),
  hiddenTitle: field("flag", false),
  acceptFirstMouse: field("flag", false),
  tabbingIdentifier: field("text", null),
  /** Opens it at the position and with the size that it had when it was last closed. */
  rememberState: field("flag", false),
  additionalBrowserArgs: { ...field("text", null), isForPages: false },
} as const satisfies Readonly<Record<string, WindowField>>;

export type WindowFieldTable = typeof windowFields;
export type WindowFieldName = keyof WindowFieldTable;

/** The rows with their names, in the order of the table. */
export const windowFieldRows = Object.entries(windowFields) as readonly (readonly [
  WindowFieldName,
  WindowField,
])[];

/** The value of a row's field when it is set. */
export type FieldValue<Row> =
  Row extends ChoiceField<infer Value, unknown>
    ? Value
    : Row extends ChoicesField<infer Value>
      ? readonly Value[]
      : Row extends PlainField<infer Kind, unknown>
        ? FieldKinds[Kind]
        : never;

/** A window's fields, settled. */
export type WindowFields = {
  readonly [N in WindowFieldName]:
    FieldValue<WindowFieldTable[N]> | (WindowFieldTable[N]["default"] extends null ? null : never);
};

/** The window when neither the configuration nor a page sets a field. */
export const windowDefaults = Object.fromEntries(
  windowFieldRows.map(([name, row]) => [name, row.default]),
) as unknown as WindowFields;
