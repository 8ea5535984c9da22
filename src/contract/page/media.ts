// The protocol between the page script for video and audio and the app: the script requests an
// address that the engine can play.

/**
 * The path of the asset protocol that answers requests for media; the file's percent-encoded path
 * is the query. The answer holds the file when it is small, and another address otherwise. A file's
 * own path is absolute, so it never equals this one, and a policy can admit this address without
 * all others of the protocol.
 */
export const mediaPath = "/media";

/** The content type of an answer that is such an address, as text. */
export const mediaAddressType = "application/vnd.framework.media-address";
