// How a desktop hands over what its user opens with an installed app. Desktop entries and Windows'
// registry put one of these words first; behind it stand only names and addresses, so nothing in a
// link or a file name becomes an option.

/** Followed by paths, `file:` addresses and addresses of the app's own schemes. */
export const openArgument = "--framework-open";

/**
 * Followed by one address of an app's own scheme. Windows pastes an address into the command line
 * as it is, so a quote in it ends the argument: whatever follows the first one is dropped, and no
 * file is taken.
 */
export const openAddressArgument = "--framework-open-address";
