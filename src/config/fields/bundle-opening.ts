import { choice, field, list, textOf } from "./field.ts";

const scheme = textOf({
  pattern: "^[a-z][a-z0-9+.\\-]+$",
  says: 'must be small letters, digits, "+", "-" and "." with a letter first, and no ":"',
  example: "my-app",
});

/** What the system opens with the application. */
export const openingFields = {
  urlSchemes: field(
    list(scheme),
    [],
    "The schemes of addresses that the application opens: `my-app` for `my-app://…`. They are registered when a package is installed. Pages get such addresses by `onOpen`; see docs/opening.md.",
    { ours: true },
  ),
  reservedUrlSchemes: field(
    list(
      choice("ReservedScheme", {
        http: "Pages of the web: the application offers itself as a browser.",
        https: "The same.",
        mailto: "Mail: the application offers itself for writing it.",
        file: "Files of any type, as file managers open them.",
      }),
    ),
    [],
    "Schemes that others count on and `urlSchemes` refuses. An application that handles one for all others names it here.",
    { ours: true },
  ),
} as const;
