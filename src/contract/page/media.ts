// Between the page script for video and audio and the app: how it asks for an address that the
// engine plays from.

/**
 * The path of the asset protocol that answers with what a media element plays; the file's
 * percent-encoded path is the query. The answer holds the file when it is small, and another
 * address when it is not. A file's own path is absolute, so it never reads like this one, and a
 * policy can admit this address without all others of the protocol.
 */
export const mediaPath = "/media";

/** The type of an answer that is such an address, as text. */
export const mediaAddressType = "application/vnd.framework.media-address";
