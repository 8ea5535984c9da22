// Marks the arguments by which a desktop passes files and addresses to an installed app. Desktop
// entries and Windows' registry put one of these words first; only names and addresses follow it,
// so no part of a link or a file name becomes an option.

/** Followed by paths, `file:` addresses and addresses of the app's own schemes. */
export const openArgument = "--framework-open";

/**
 * Followed by one address of an app's own scheme. Windows pastes an address into the command line
 * unescaped, so a quote in it ends the argument: everything after the first argument is dropped,
 * and no file is accepted.
 */
export const openAddressArgument = "--framework-open-address";
