import { expect, spyOn, test } from "bun:test";
import { parsePlist } from "../../src/bundler/write/property-list.ts";

const list = (inside: string): string => `<plist version="1.0"><dict>${inside}</dict></plist>`;

const invalid: Readonly<Record<string, readonly [text: string, reason: string]>> = {
  "no XML": ["no list", "list: Root element is missing or invalid (line 1, column 1)"],
  "another XML file": ["<a/>", "list"],
  "an element that is not closed": ["<plist>\n<dict>", "Missing end tag for element dict (line 2,"],
  "an unknown entity": [list("<key>a</key>\n<string>&b;</string>"), "isn't defined: &b; (line 2,"],
  "an element of no property list": [list("<key>a</key><number>1</number>"), "list"],
  "no dictionary": ["<plist><array/></plist>", "list of a dictionary"],
};

test.each(Object.entries(invalid))(
  "%s is an error, and the parsers print nothing",
  (_, [text, reason]) => {
    using printed = spyOn(console, "error");
    expect(() => parsePlist(Buffer.from(text))).toThrow(reason);
    expect(printed).not.toHaveBeenCalled();
  },
);

test("a list with a byte order mark is read", () => {
  expect(parsePlist(Buffer.from(`\ufeff${list("<key>a</key><true/>")}`))).toEqual({ a: true });
});
