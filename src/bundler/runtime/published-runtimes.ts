// Bun as npm's registry has it, written by `bun tools/update-runtimes.ts`.

export const publishedVersion = "1.4.4";
/** When it was published, in seconds since 1970. */
export const publishedTime = 1792664353;
/** The SHA-256 of Bun's executable for each target, hexadecimal. */
export const publishedSums: Readonly<Record<string, string>> = {
  "linux-x64": "10702245766b225e70bbf6235fd6b47214fd94b4760d00ffaed8ab0df57ac235",
  "linux-arm64": "354c2b049c716aca07b2e5cddb887928ac58950675d1258bb6312083917793b6",
  "windows-x64": "cb1d8e6564e655e49d30cead359750a1cbbd12f42651caa4b62244d7bd93c244",
  "windows-arm64": "ee42e8757c6dce6d60435f079942960e56941c1783b77b7b72d3bb75c8677859",
  "macos-x64": "c35307c7d45d65c5a385a58c4a6cb0bb9499e4e626abdee207c177a77ba666ab",
  "macos-arm64": "0a2237cdcfa0d16ef501d9acca9f0026309ef348bea7393a64e8d1e3609565cc",
};
