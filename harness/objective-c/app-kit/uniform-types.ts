import { defineStandInClasses } from "../classes.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSObject } from "../ns-object.ts";

/**
 * Types that macOS knows by itself, with their extensions: the first is the one that it puts behind
 * a name.
 */
const known: Readonly<Record<string, readonly string[]>> = {
  "public.jpeg": ["jpeg", "jpg"],
  "public.png": ["png"],
  "public.plain-text": ["txt", "text"],
  "org.gnu.gnu-zip-archive": ["gz", "gzip"],
};

export class UTType extends NSObject {
  identifier = "";
  extensions: readonly string[] = [];

  override get detail(): string {
    return ` ${this.identifier}`;
  }

  // An undeclared type gets a dynamic type.
  static "+typeWithFilenameExtension:"({ text }: NSString): UTType | null {
    const extension = text.toLowerCase();
    if (extension === "" || extension.includes("/")) return null;
    const made = new this();
    const [identifier, extensions] = Object.entries(known).find(([, some]) =>
      some.includes(extension),
    ) ?? [`dyn.${extension}`, [extension]];
    made.identifier = identifier;
    made.extensions = extensions;
    return made;
  }

  "-preferredFilenameExtension"(): NSString | null {
    const [first] = this.extensions;
    return first === undefined ? null : NSString.of(first);
  }
}

defineStandInClasses({ UTType });
