// Decides whether an address leads to a known host, such as GitHub.

/** GitHub's hosts, including their subdomains. */
export const GITHUB_HOSTS: readonly string[] = ['github.com', 'githubusercontent.com'];

/** The host that relative addresses get while they are parsed. */
const RELATIVE_HOST = 'relative.invalid';

/** The host of an address as a browser reads it; '' for a relative address, undefined if there is none. */
export function hostOf(address: string): string | undefined {
  try {
    const url = new URL(address, `https://${RELATIVE_HOST}/`);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    return url.hostname === RELATIVE_HOST ? '' : url.hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/** Whether an address leads to one of these hosts. Addresses with a user part are refused, because people misread them. */
export function staysOn(address: string, hosts: readonly string[]): boolean {
  const host = hostOf(address);
  if (host === undefined || /^[^/?#]*\/\/[^/?#]*@/.test(address)) return false;
  return host === '' || hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}

/** Replaces an image in a prompt. Names the host only if it is GitHub's, since only those images are loaded. */
export function imageMarker(address: string): string {
  const host = hostOf(address);
  return host?.endsWith('.githubusercontent.com') === true ? `[image from ${host}]` : '[image]';
}
