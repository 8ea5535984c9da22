/** A starter that `framework init --template` and `packages/create` write. */
export interface Template {
  readonly name: string;
  /** For the list that the user chooses from, and the README of the project. */
  readonly describe: string;
  /** Folders below `templates/`. A later one writes over an earlier one. */
  readonly folders: readonly string[];
  readonly dependencies: readonly TemplatePackage[];
  readonly devDependencies: readonly TemplatePackage[];
  /** The script `check`. */
  readonly check: string;
  /** Compiler options of TypeScript that the front end needs beside the common ones. */
  readonly compilerOptions: Readonly<Record<string, string>>;
}

/**
 * THE VERSIONS that templates install, in one place. Compilers of Vue and Svelte files need the
 * programming interface of TypeScript 6, which TypeScript 7 does not have. Vite 8.4.0 names an
 * optional package that the registry does not have, and both generations of Yarn refuse that.
 */
export const templateVersions = {
  "@babel/core": "7.29.13",
  "@preact/preset-vite": "2.10.6",
  "@sveltejs/vite-plugin-svelte": "7.3.1",
  "@types/bun": "1.4.5",
  "@types/react": "19.3.3",
  "@types/react-dom": "19.3.0",
  "@vitejs/plugin-react": "6.3.0",
  "@vitejs/plugin-vue": "6.0.11",
  preact: "11.2.0",
  react: "19.3.1",
  "react-dom": "19.3.1",
  "solid-js": "1.9.20",
  svelte: "5.57.3",
  "svelte-check": "4.7.8",
  typescript: "7.0.2",
  "typescript@6": "6.0.3",
  vite: "8.3.8",
  "vite-plugin-solid": "2.11.14",
  vue: "3.5.45",
  "vue-tsc": "3.3.14",
} as const;

export type TemplatePackage = keyof typeof templateVersions;

const common = ["@types/bun", "typescript"] as const;
const withVite = [...common, "vite"] as const;
const withOlderCompiler = ["@types/bun", "typescript@6", "vite"] as const;
const greeting = ["shared", "look", "greet"] as const;

/** THE TABLE OF TEMPLATES. A new one is a row here and a folder in `templates/`. */
export const templates: readonly Template[] = [
  {
    name: "vanilla",
    describe: "HTML, CSS and JavaScript, without a bundler",
    folders: [...greeting, "vanilla"],
    dependencies: [],
    devDependencies: common,
    check: "tsc --noEmit",
    compilerOptions: {},
  },
  {
    name: "vanilla-ts",
    describe: "TypeScript and Vite",
    folders: [...greeting, "vite", "vanilla-ts"],
    dependencies: [],
    devDependencies: withVite,
    check: "tsc --noEmit",
    compilerOptions: {},
  },
  {
    name: "react-ts",
    describe: "React, TypeScript and Vite",
    folders: [...greeting, "vite", "react-ts"],
    dependencies: ["react", "react-dom"],
    devDependencies: [...withVite, "@types/react", "@types/react-dom", "@vitejs/plugin-react"],
    check: "tsc --noEmit",
    compilerOptions: { jsx: "react-jsx" },
  },
  {
    name: "vue-ts",
    describe: "Vue, TypeScript and Vite",
    folders: [...greeting, "vite", "vue-ts"],
    dependencies: ["vue"],
    devDependencies: [...withOlderCompiler, "@vitejs/plugin-vue", "vue-tsc"],
    check: "vue-tsc --noEmit",
    compilerOptions: { jsx: "preserve" },
  },
  {
    name: "svelte-ts",
    describe: "Svelte, TypeScript and Vite",
    folders: [...greeting, "vite", "svelte-ts"],
    dependencies: [],
    devDependencies: [
      ...withOlderCompiler,
      "@sveltejs/vite-plugin-svelte",
      "svelte",
      "svelte-check",
    ],
    check: "svelte-check --tsconfig tsconfig.json",
    compilerOptions: {},
  },
  {
    name: "solid-ts",
    describe: "Solid, TypeScript and Vite",
    folders: [...greeting, "vite", "solid-ts"],
    dependencies: ["solid-js"],
    devDependencies: [...withVite, "vite-plugin-solid"],
    check: "tsc --noEmit",
    compilerOptions: { jsx: "preserve", jsxImportSource: "solid-js" },
  },
  {
    name: "preact-ts",
    describe: "Preact, TypeScript and Vite",
    folders: [...greeting, "vite", "preact-ts"],
    dependencies: ["preact"],
    // The preset has a peer dependency, which only npm installs by itself.
    devDependencies: [...withVite, "@babel/core", "@preact/preset-vite"],
    check: "tsc --noEmit",
    compilerOptions: { jsx: "react-jsx", jsxImportSource: "preact" },
  },
  {
    name: "tray-only",
    describe: "an icon in the tray, and a window when the user wants one",
    folders: ["shared", "look", "tray-only"],
    dependencies: [],
    devDependencies: common,
    check: "tsc --noEmit",
    compilerOptions: {},
  },
  {
    name: "editor",
    describe: "a text editor: menu, files, and a question before changes are lost",
    folders: ["shared", "vite", "editor"],
    dependencies: [],
    devDependencies: withVite,
    check: "tsc --noEmit",
    compilerOptions: {},
  },
];
