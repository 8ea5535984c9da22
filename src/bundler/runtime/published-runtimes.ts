// The Bun version in npm's registry. `bun tools/update-runtimes.ts` writes it.

export const publishedVersion = "1.4.5";
/** When it was published, in seconds since 1970. */
export const publishedTime = 1795078476;
/** The SHA-256 of Bun's executable for each target, hexadecimal. */
export const publishedSums: Readonly<Record<string, string>> = {
  "linux-x64": "f05d28a3862f4b84395c7fa32480b835dd47482e80b7e7a49a115227f0c06083",
  "linux-arm64": "04778f1f42399a69d086853e9c7af4acf574b2f21a43d0dc673853d8b84a2923",
  "windows-x64": "e06ad0864463c68892ae71a2a64af7eae1585cac5dd9b80bc042f45605587cb1",
  "windows-arm64": "8bd7f9210f9d58cc21f398d1478e53b2ff919a0c8fc935b5086f3f64667cec6d",
  "macos-x64": "88f97645b270aef20f9f9442f1658461cab3e7128e658af4615144e3396f084a",
  "macos-arm64": "e2984124f1514e1e6bbda20adedbf07a02c443c6a5828853a15c7c7abf78e19f",
};
