/**
 * The name that the deb, the rpm, the executable and the app's folder share: lower case, letters, digits, "+",
 * "-" and ".", at least two characters, beginning with a letter or digit (Debian Policy 5.6.7, the strictest).
 * "Café Größe 2" becomes "cafe-grosse-2". When too little of the product's name is left, as for "日本語", the
 * app's identifier is used: it is unique and consists of such characters.
 */
export function packageName(productName: string, identifier: string): string {
  const plain = productName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßẞæÆøØłŁđĐþÞœŒı]/g, (letter) => latinLetters[letter] ?? letter);
  const hasForeign = /[^\x20-\x7e]/.test(plain);
  const name = kebab(plain);
  return name.length < 2 || (hasForeign && !/[a-z]{2}/.test(name)) ? kebab(identifier) : name;
}

/** Letters that have no decomposition in Unicode but a usual spelling in ASCII. */
const latinLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "Ae",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  þ: "th",
  Þ: "Th",
  œ: "oe",
  Œ: "Oe",
  ı: "i",
};

/** "MyApp 2" → "my-app-2", "HTTPServer" → "http-server". */
function kebab(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9+.]+/g, "-")
    .replace(/^[^a-z0-9]+|[-.]+$/g, "");
}
