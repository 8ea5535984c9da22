import { expect, test } from "bun:test";
import { namedCharacters, urlOfAddress } from "../../../src/native/macos/web-address.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";
import { onMac } from "./cases/mac-desktop.ts";

onMac();

test.each([
  [
    "https://example.org/a?filter[name]=a|b^c`{d}",
    "https://example.org/a?filter%5Bname%5D=a%7Cb%5Ec%60%7Bd%7D",
  ],
  ["https://example.org/50%/%zz/%41", "https://example.org/50%25/%25zz/%41"],
  ["http://[::1]:8080/[x]", "http://[::1]:8080/%5Bx%5D"],
  ["mailto:a@example.org?subject=[x]", "mailto:a@example.org?subject=%5Bx%5D"],
  ["https://example.org/ü?ü#ü", "https://example.org/%C3%BC?%C3%BC#%C3%BC"],
  [
    "https://user:p%40ss@example.org/~a!$&'()*+,;=:@",
    "https://user:p%40ss@example.org/~a!$&'()*+,;=:@",
  ],
])("%p is %p for Foundation", (address, named) => {
  expect(namedCharacters(address)).toBe(named);
  expect(withPool(() => urlOfAddress(address))).not.toBeNull();
});

test("an empty text is no address", () => {
  expect(withPool(() => urlOfAddress(""))).toBeNull();
});
