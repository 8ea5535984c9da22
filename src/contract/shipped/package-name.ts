import { trimmedEnd } from "../text/trimmed-end.ts";

/**
 * The name that the deb, the rpm, the executable and the app's folder share: lower case, letters,
 * digits, "+", "-" and ".", at least two characters, beginning with a letter or digit (Debian
 * Policy 5.6.7, the strictest). "Café Größe 2" becomes "cafe-grosse-2". When too little of the
 * product's name remains, as for "日本語", the app's identifier is used: it is unique and consists of
 * such characters. The identifier is also used instead of the name of an essential package: a
 * package manager would replace the system's shell by "Dash".
 */
export function packageName(productName: string, identifier: string): string {
  const plain = productName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßẞæÆøØłŁđĐþÞœŒı]/g, (letter) => latinLetters[letter] ?? letter);
  const hasForeign = /[^\x20-\x7e]/.test(plain);
  const name = kebab(plain);
  const isLeft = name.length >= 2 && !(hasForeign && !/[a-z]{2}/.test(name));
  return isLeft && !systemPackages.has(name) ? name : kebab(identifier);
}

/**
 * The packages that Debian calls essential or required, those that Fedora and SUSE protect, and
 * others that these systems need to start and to be managed. Sources: Debian Policy 2.5 and 3.8;
 * `dpkg-query --show`; `/etc/dnf/protected.d`.
 */
const systemPackages: ReadonlySet<string> = new Set(
  `
  adduser apt base-files base-passwd bash bsdutils coreutils curl dash dbus debconf debianutils diffutils dnf
  dpkg e2fsprogs file filesystem findutils gawk gcc git glibc gnupg gpg grep grub gzip hostname init init-system-helpers
  initramfs-tools initscripts kernel kmod less libc-bin libc6 libstdc linux login lsb-base mawk mount nano ncurses-base
  ncurses-bin nftables openssh openssl pacman pam passwd perl perl-base polkit procps python python3 readline rpm sed
  sensible-utils setup shadow shadow-utils sqlite sudo systemd sysvinit-utils tar tzdata udev util-linux vim which xz zlib
  zypper
  `
    .trim()
    .split(/\s+/),
);

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
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z0-9+.]+/g, "-");
  return trimmedEnd(words, "-.").replace(/^[^a-z0-9]+/, "");
}
