import { expect, test } from "bun:test";
import { HttpScope } from "../../src/app/scope/network/http.ts";

function allows(pattern: string, address: string): boolean {
  return new HttpScope([pattern]).decide(address).allowed;
}

// pattern, addresses it admits, addresses it does not
const table: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  [
    "http://localhost:8080",
    [
      "http://localhost:8080",
      "http://localhost:8080/",
      "http://LOCALHOST:8080/#part",
      "http://localhost:8080/?q",
    ],
    [
      "http://localhost:8080/file",
      "https://localhost:8080/",
      "http://localhost:8081/",
      "http://local:8080/",
      "http://localhost/",
    ],
  ],
  [
    "http://localhost:8080/file.png",
    ["http://localhost:8080/file.png"],
    [
      "http://localhost:8080/",
      "http://localhost:8080/file.png/other.jpg",
      "http://localhost:8080/FILE.png",
    ],
  ],
  [
    "http://localhost:8080/*.png",
    ["http://localhost:8080/file.png", "http://localhost:8080/assets/file.png"],
    [
      "http://localhost:8080/file.jpeg",
      "http://localhost:8080/file.jpeg?x.png",
      "http://localhost:8080/file.jpeg#.png",
    ],
  ],
  [
    "http://*",
    [
      "http://something.else",
      "http://something.else/path/to/file",
      "http://a.b:8080/x",
      "http://10.0.0.1/x",
      "http://localhost.example.com/",
      "http://notlocalhost/",
    ],
    [
      "https://something.else",
      "http://localhost/",
      "http://LOCALHOST.:3000/x",
      "http://app.localhost/",
      "http://localhost.localdomain/",
      "http://ip6-localhost/",
      "http://127.0.0.1:8080/",
      "http://127.1/",
      "http://0x7f000001/",
      "http://2130706433/",
      "http://0.0.0.0/",
      "http://0/",
      "http://[::1]/",
      "http://[::]/",
      "http://[0:0::1]:80/",
      "http://[::ffff:127.0.0.1]/",
      "http://[::127.0.0.1]/",
      "http://[64:ff9b::127.0.0.1]/",
      "http://[2002:7f00:1::]/",
      "http://169.254.169.254/latest",
      "http://0xa9fea9fe/",
      "http://[fe80::1]/",
      "http://[::ffff:169.254.1.1]/",
      "http://[fd00:ec2::254]/",
      "http://[fd20:ce::254]/",
      "http://[::a9fe:a9fe]/",
      "http://[::ffff:0:a9fe:a9fe]/",
      "http://[2002:a9fe:a9fe::1]/",
      "http://[64:ff9b::a9fe:a9fe]/",
      "http://[64:ff9b:1::a9fe:a9fe]/",
      "http://[64:ff9b:1:a9fe:a9:fe00::]/",
      "http://[64:ff9b:1:a9:fe:a9fe::]/",
      "http://[64:ff9b:1:0:a9:fea9:fe00:0]/",
      "http://[2001:db8::5efe:a9fe:a9fe]/",
      "http://[2001:0:a9fe:a9fe::1]/",
      "http://[2001:0:1:2:3:4:5601:5601]/",
      "http://100.100.100.200/",
      "http://168.63.129.16/",
      "http://2852039166/",
      ...[
        "metadata",
        "metadata.google.internal",
        "metadata.goog",
        "instance-data",
        "instance-data.ec2.internal",
        "metadata.azure.internal",
        "metadata.tencentyun.com",
        "metadata.packet.net",
        "metadata.platformequinix.com",
        "api.metadata.cloud.ibm.com",
        "192.0.0.192",
        "[fec0::1]",
      ].map((host) => `http://${host}/`),
      "http://METADATA.google.internal./",
    ],
  ],
  // The same bits mean something else there.
  [
    "http://*",
    ["http://[::ffff:86.1.86.1]/", "http://[64:ff9b::5601:5601]/", "http://[2002:101::a9fe:a9fe]/"],
    [],
  ],
  // Written out, or as a pattern of this machine alone, it was meant.
  [
    "http://localhost:3000/*",
    ["http://localhost:3000/x"],
    ["http://127.0.0.1:3000/x", "http://localhost:3001/x"],
  ],
  [
    "http://127.0.0.1:*/*",
    ["http://127.0.0.1:3000/x", "http://127.1:3000/x"],
    ["http://127.0.0.2:3000/x"],
  ],
  ["http://[::1]/*", ["http://[::1]/x"], ["http://127.0.0.1/x"]],
  [
    "http://*.localhost/*",
    ["http://app.localhost/x"],
    ["http://localhost/x", "http://app.localhost.evil.com/x"],
  ],
  ["http://*.internal/*", ["http://a.internal/x"], ["http://metadata.google.internal/x"]],
  [
    "http://metadata.google.internal/*",
    ["http://metadata.google.internal/x"],
    ["http://metadata.goog/x"],
  ],
  ["http://**", ["http://something.else/path/to/file"], ["https://something.else"]],
  ["http://169.254.169.254/*", ["http://169.254.169.254/latest"], ["http://169.254.169.253/"]],
  [
    "https://*.github.com",
    ["https://api.github.com/", "https://a.b.github.com"],
    [
      "https://github.com/",
      "https://evil.com/.github.com/",
      "https://evil.com/?.github.com",
      "https://api.github.com/x",
      "https://evilgithub.com/",
      "https://api.github.com.evil.com/",
      "https://.github.com/",
      "https://api.github.com:8443/",
      "https://evil.com#.github.com",
    ],
  ],
  [
    "https://*.github.com/*",
    ["https://api.github.com/x/y?z"],
    [
      "https://evil.com/.github.com/x",
      "https://evil.com\\.github.com/x",
      "https://evil.com%2f.github.com/x",
    ],
  ],
  [
    "https://api.*.com/",
    ["https://api.x.com/", "https://api.x.y.com/"],
    ["https://api.com/", "https://xapi.x.com/"],
  ],
  [
    "https://x.com/*",
    ["https://X.com/a/b?q=1", "https://x.com/", "https://x.com:443/a"],
    [
      "https://x.com:444/a",
      "https://x.com@evil.com/a",
      "https://user@x.com/a",
      "https://:pw@x.com/a",
    ],
  ],
  ["https://x.com:*/a", ["https://x.com/a", "https://x.com:99/a"], ["https://x.com/b"]],
  ["https://x.com:443/a", ["https://x.com/a"], ["https://x.com:80/a"]],
  [
    "*://x.com/a",
    ["https://x.com/a", "http://x.com/a"],
    ["ftp://x.com/a", "file://x.com/a", "http://x.com:443/a", "javascript:x.com/a"],
  ],
  [
    "https://x.com/public/*",
    [
      "https://x.com/public/a",
      "https://x.com/public/a/../b",
      "https://x.com/public/a%20b",
      "https://x.com/public/a%2fb",
      "https://x.com/public/100%25",
      "https://x.com/public/100%25fat",
      "https://x.com/public/",
      "https://x.com/public//a",
      "https://x.com/public/https://other.com/x",
      "https://x.com/public/a;v=1/b",
      "https://x.com/public/what%3f",
      "https://x.com/public/v1...v2",
      "https://x.com/public/.well-known",
      "https://x.com/public/東京／大阪",
      // Beyond the last character of Unicode.
      "https://x.com/public/%25f7%25bf%25bf%25bf",
      "https://x.com/public/%25e0%25a4%2585",
      "https://x.com/public/%25f0%259f%2598%2580",
    ],
    [
      "https://x.com/public/../secret",
      "https://x.com/public/%2e%2e/secret",
      "https://x.com/public/..%2fsecret",
      "https://x.com/public/%2e%2e%2fsecret",
      "https://x.com/public/..%5csecret",
      "https://x.com/public/..%252fsecret",
      "https://x.com/public/..%252Fsecret",
      "https://x.com/public/..%255Csecret",
      "https://x.com/public/%ff",
      "https://x.com/public/..%00",
      "https://x.com/publicity",
      "https://x.com/public/%2f../secret",
      "https://x.com/public//..%2fsecret",
      "https://x.com/public/..;/secret",
      "https://x.com/public/..;a=1/secret",
      "https://x.com/public/%5c..%5csecret",
      "https://x.com/public/%2e%2e;/secret",
      "https://x.com/public/%25252e%25252e%25252fsecret",
      "https://x.com/public/..%c0%afsecret",
      "https://x.com/public/%c0%ae%c0%ae/secret",
      "https://x.com/public/..%25c0%25afsecret",
      "https://x.com/public/..%25e0%2580%25afsecret",
      // No character begins so: the bytes behind it count by themselves.
      "https://x.com/public/%25e0%252f%252e%252e%252fsecret",
      "https://x.com/public/%25u002e%25u002e%25u002fsecret",
      "https://x.com/public/%u002e%u002e/secret",
      "https://x.com/public/..%252fsecret%2525",
      "https://x.com/public/%ef%bc%8e%ef%bc%8e/secret",
      "https://x.com/public/..%20/secret",
      "https://x.com/public/a%0a",
      "https://x.com/public%2fa",
      "https://x.com/public;/a",
    ],
  ],
  [
    "https://git.com/projects/a%2Fb/*",
    ["https://git.com/projects/a%2fb/issues", "https://git.com/projects/a%2Fb/"],
    ["https://git.com/projects/a/b/issues", "https://git.com/projects/a%252fb/issues"],
  ],
  ["https://git.com/projects/*", ["https://git.com/projects/a%2Fb/issues"], []],
  [
    "https://x.com/*",
    ["https://x.com/%ff", "https://x.com/..%2fa", "https://x.com/..;/a", "https://x.com/100%"],
    [],
  ],
  [
    "https://x.com/a/*.json",
    ["https://x.com/a/b.json", "https://x.com/a/b/c.json"],
    [
      "https://x.com/a/secret;.json",
      "https://x.com/a/secret%3f.json",
      "https://x.com/a/secret%23.json",
      "https://x.com/a/secret%253f.json",
    ],
  ],
  ["https://x.com/a/*/b", ["https://x.com/a/z/b"], ["https://x.com/a//b", "https://x.com/a/%2f/b"]],
  ["https://x.com/a;v=1/*", ["https://x.com/a;v=1/b"], ["https://x.com/a/b"]],
  [
    "https://x.com/v[12]/*",
    ["https://x.com/v1/a", "https://x.com/v2/a", "https://x.com/v%31/a"],
    ["https://x.com/v3/a", "https://x.com/v[12]/a", "https://x.com/v/a"],
  ],
  ["https://x.com/[!a-c]x", ["https://x.com/dx", "https://x.com/%C3%A9x"], ["https://x.com/ax"]],
  ["https://x.com/[é]", ["https://x.com/é", "https://x.com/%c3%a9"], ["https://x.com/e"]],
  ["https://x.com/[[]1]", ["https://x.com/[1]", "https://x.com/%5B1%5D"], ["https://x.com/1"]],
  ["https://x.com/[*]a", ["https://x.com/*a", "https://x.com/%2aa"], ["https://x.com/ba"]],
  ["https://x.com/%2a", ["https://x.com/*", "https://x.com/%2A"], ["https://x.com/b"]],
  ["https://x.com/grün/{a}", ["https://x.com/gr%C3%BCn/%7Ba%7D"], ["https://x.com/grun/{a}"]],
  [
    "https://x.com/a/**/b",
    ["https://x.com/a/z/b", "https://x.com/a/z/y/b"],
    ["https://x.com/a/b/c"],
  ],
  [
    "https://bücher.example/",
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://bucher.example/"],
  ],
  [
    "https://[::1]:8080/*",
    ["https://[::1]:8080/x", "https://[0:0:0:0:0:0:0:1]:8080/"],
    ["https://[::2]:8080/"],
  ],
];

test.each(table)("%s is compared part by part", (pattern, admitted, refused) => {
  expect(admitted.filter((address) => !allows(pattern, address))).toEqual([]);
  expect(refused.filter((address) => allows(pattern, address))).toEqual([]);
});

test.each([
  ["x.com", 'must be scheme, host and path, as in "https://*.example.com/api/*"'],
  ["*", 'must be scheme, host and path, as in "https://*.example.com/api/*"'],
  [" https://x.com/*", "may not begin or end with a blank"],
  ["https://", 'must have a host, and a number or "*" after a ":"'],
  ["https://x.com:port/", 'must have a host, and a number or "*" after a ":"'],
  ["https://[ab].com/", 'has "[ab].com" for a host, which is no host name'],
  ["https://*.0.0.1/", 'has "*.0.0.1" for a host, which is no host name'],
  ["https://x.com/a b", 'may not hold blanks and "\\"'],
  ["https://x.com/a\\b", 'may not hold blanks and "\\"'],
  ["1ftp://x.com/", 'must start with "http://", "https://" or "*://"'],
  ["ht*p://x.com/", 'must start with "http://", "https://" or "*://"'],
  ["https://10.*/", 'must have the whole address for a host: a "*" stands for labels of a name'],
  ["https://*.*/", 'must have the whole address for a host: a "*" stands for labels of a name'],
  [
    "https://a*.com/",
    'must have each "*" of the host stand for whole labels, as in "*.example.com"',
  ],
  [
    "https://x.com/v?/a",
    'may not hold "?/a": a query is not compared; for any one character of a path',
  ],
  ["https://x.com/[ab", 'has a "[" that is not closed'],
  ["https://x.com/a/../b", 'may not have "." and ".." as names'],
  ["https://x.com/a/%2e%2e/b", 'may not have "." and ".." as names'],
  ["https://x.com/50%", 'may not hold a "%" that begins no character: it is written "%25"'],
  ["https://x.com/a?b=1", 'may not hold "?b=1": a query is not compared'],
  ["https://x.com/#a", 'may not hold "#a": a fragment is never sent'],
])("the pattern %s stops the app", (pattern, wanted) => {
  expect(() => new HttpScope([pattern])).toThrow(
    `Cannot use the pattern "${pattern}" in framework.allowlist.http.scope: it ${wanted}`,
  );
});

test.each([
  "ftp://x.com/*",
  "xhttps://x.com/*",
  "httpsx://x.com/*",
  "wss://*",
  "framework://localhost/*",
  "https://u@x.com/*",
])("the pattern %s admits nothing, and what stands beside it works", (pattern) => {
  const scope = new HttpScope([pattern, "https://y.com/*"]);
  for (const address of [
    "https://x.com/a",
    "http://x.com/",
    "https://u@x.com/a",
    "ftp://x.com/a",
    "wss://x.com/",
  ])
    expect([address, scope.decide(address).allowed]).toEqual([address, false]);
  expect(scope.decide("https://y.com/a").allowed).toBe(true);
});

test("a refusal says why, an allowed address by which pattern", () => {
  const scope = new HttpScope(["https://a.com/", "https://b.com/*"]);
  expect(
    ["https://b.com/x", "https://c.com/", "ws://b.com/", "/x", "https://u@b.com/"].map((address) =>
      scope.decide(address),
    ),
  ).toEqual([
    { allowed: true, pattern: "https://b.com/*", isAnyName: false },
    { allowed: false, reason: "not in framework.allowlist.http.scope" },
    { allowed: false, reason: 'must be http or https, not "ws"' },
    { allowed: false, reason: "must be a whole address" },
    { allowed: false, reason: "must not hold a user name or password" },
  ]);
});

test("a refusal tells the reading that is outside, and how what is internal is allowed", () => {
  const scope = new HttpScope(["https://x.com/a/*.json", "http://*", "http://169.254.1.1/*"]);
  const refusal = (address: string) => {
    const decision = scope.decide(address);
    return decision.allowed ? decision : decision.reason;
  };
  expect([
    refusal("https://x.com/a/b%20c"),
    refusal("https://x.com/a/key;.json"),
    refusal("https://x.com/a/..%2fkey.json"),
    refusal("http://169.254.169.254/"),
    refusal("http://169.254.1.1/"),
    refusal("http://a.com/"),
    refusal("http://10.0.0.1/"),
    refusal("http://[::1]/"),
  ]).toEqual([
    "not in framework.allowlist.http.scope",
    'not in framework.allowlist.http.scope for a server that reads "/a/key"',
    'must not hide "." or ".." among the names of its path',
    `"169.254.169.254" is internal to this machine's network; write it out in framework.allowlist.http.scope`,
    { allowed: true, pattern: "http://169.254.1.1/*", isAnyName: false },
    { allowed: true, pattern: "http://*", isAnyName: true },
    { allowed: true, pattern: "http://*", isAnyName: false },
    `"[::1]" is internal to this machine's network; write it out in framework.allowlist.http.scope`,
  ]);
});
