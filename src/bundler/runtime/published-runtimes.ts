// What the npm registry gives of the runtime, which `bun tools/update-runtimes.ts` writes.

/** The package of a runtime for one target. */
export interface PublishedRuntime {
  readonly name: string;
  /** The file that the registry gives, a .tgz. */
  readonly archive: { readonly sha512: string; readonly size: number };
  /** Its one file that is wanted. */
  readonly member: string;
  readonly executable: { readonly sha256: string; readonly size: number };
}

export const publishedVersion = "1.4.4";
/** When it was published, in seconds since 1970. */
export const publishedTime = 1792664353;
export const publishedRuntimes: Readonly<Record<string, PublishedRuntime>> = {
  "linux-x64": {
    name: "@oven/bun-linux-x64",
    archive: {
      sha512:
        "0876db9261d5336f13d4616afba18be00a38ba3c306308f50b1145c041732da9cf7cdb0877d0216c83f4438ade5ae5819068a6524a10ca0acaed1823b63defa2",
      size: 52418437,
    },
    member: "package/bin/bun",
    executable: {
      sha256: "10702245766b225e70bbf6235fd6b47214fd94b4760d00ffaed8ab0df57ac235",
      size: 107308936,
    },
  },
  "linux-arm64": {
    name: "@oven/bun-linux-aarch64",
    archive: {
      sha512:
        "65356da5ff7398748154f5f5b01c1ee5a8066ffacddf8c8f1a0fc76f2f1ed80c76b82500d944592a5647eea2e7b4aeea68524231787dbf4196358376cc8373d7",
      size: 53132992,
    },
    member: "package/bin/bun",
    executable: {
      sha256: "354c2b049c716aca07b2e5cddb887928ac58950675d1258bb6312083917793b6",
      size: 107339768,
    },
  },
  "windows-x64": {
    name: "@oven/bun-windows-x64",
    archive: {
      sha512:
        "6b72cd72d0553bc3e378fb0565fc0395e17625761fd817d0d6efcf2d19c10cb9c2d918a697ee3e2e02692a3e31446841f762b0786c902393d769390ff6aca931",
      size: 55606022,
    },
    member: "package/bin/bun.exe",
    executable: {
      sha256: "cb1d8e6564e655e49d30cead359750a1cbbd12f42651caa4b62244d7bd93c244",
      size: 115281496,
    },
  },
  "windows-arm64": {
    name: "@oven/bun-windows-aarch64",
    archive: {
      sha512:
        "9f47a9e5944f099635f9da852699e7454641d70cb819853a02df1117ea72cf24822e390df51e2b161d8fb411c0805fe5835bce977fc2784477a4333ea78d004c",
      size: 50843293,
    },
    member: "package/bin/bun.exe",
    executable: {
      sha256: "ee42e8757c6dce6d60435f079942960e56941c1783b77b7b72d3bb75c8677859",
      size: 100226136,
    },
  },
  "macos-x64": {
    name: "@oven/bun-darwin-x64",
    archive: {
      sha512:
        "a0a19cc4bb2f878a078c0a36f273e6f1cff1374a3f3a61b28f520761cf78be9ae45ac5b684d83691e119b797f8d1c2391efbb88c395245347450da6fd54200c7",
      size: 43895051,
    },
    member: "package/bin/bun",
    executable: {
      sha256: "c35307c7d45d65c5a385a58c4a6cb0bb9499e4e626abdee207c177a77ba666ab",
      size: 98168288,
    },
  },
  "macos-arm64": {
    name: "@oven/bun-darwin-aarch64",
    archive: {
      sha512:
        "cd6fe1c7073cb090082c6c01e5e4c2e22e3ca2e1977f457896bc6610e93724813a2646155b54d9875136a487a6a6ab1ece05b5b1c9132080ee74538df1b27633",
      size: 41545333,
    },
    member: "package/bin/bun",
    executable: {
      sha256: "0a2237cdcfa0d16ef501d9acca9f0026309ef348bea7393a64e8d1e3609565cc",
      size: 88660864,
    },
  },
};
