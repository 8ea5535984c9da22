import type { NextConfig } from "next";

// An app has no server: `next build` writes the pages as files.
const config: NextConfig = { output: "export", images: { unoptimized: true } };

export default config;
