import { endpointVariables, updateTarget, type Target } from "../../../contract/target.ts";

/** Facts about the app that it sends when it asks for an update. */
export interface UpdateClient {
  readonly version: string;
  /** `framework.updater.channel` */
  readonly channel: string;
  /** The system and architecture that it runs on. */
  readonly platform: Target;
}

// Whoever takes the address through a URL parser first has the braces encoded.
const variable = new RegExp(
  `(?:\\{\\{|%7B%7B)(${endpointVariables.join("|")})(?:\\}\\}|%7D%7D)`,
  "gi",
);

/** The address with its variables filled in. Whatever else is encoded in it stays so. */
export function endpointAddress(
  endpoint: string,
  { version, channel, platform }: UpdateClient,
): string {
  const values: Readonly<Record<(typeof endpointVariables)[number], string>> = {
    current_version: version,
    channel,
    ...updateTarget(platform),
  };
  // A "+" would be read as a space in a query.
  return endpoint.replace(variable, (_, name: string) =>
    encodeURIComponent(values[name.toLowerCase() as keyof typeof values]),
  );
}
