/** Of the application's source directory. */
export const gitignore = "/target/\n";
