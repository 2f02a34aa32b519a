// Finds the host of a link or image and checks whether it is an allowed one. Used in this folder, and by
// src/workflows/fix/rules/conversation.ts.

/** GitHub's hosts, including their subdomains. */
export const GITHUB_HOSTS: readonly string[] = ['github.com', 'githubusercontent.com'];

/** The host that relative addresses get while they are parsed. */
const RELATIVE_HOST = 'relative.invalid';

/** The host of an address as a browser reads it; '' for a relative address, undefined if the address is not http or https. */
export function hostOf(address: string): string | undefined {
  try {
    const url = new URL(address, `https://${RELATIVE_HOST}/`);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    return url.hostname === RELATIVE_HOST ? '' : url.hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/**
 * Whether an address is relative or leads to one of these hosts or their subdomains. False for an address with a user name, because people
 * take the user name for the host (`https://github.com@example.org`).
 */
export function isOnHost(address: string, hosts: readonly string[]): boolean {
  const host = hostOf(address);
  if (host === undefined || /^[^/?#]*\/\/[^/?#]*@/.test(address)) return false;
  return host === '' || hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}

/** The text that replaces an image in a prompt. It names the host only if GitHub stores the image. */
export function imageMarker(address: string): string {
  const host = hostOf(address);
  return host?.endsWith('.githubusercontent.com') === true ? `[image from ${host}]` : '[image]';
}
