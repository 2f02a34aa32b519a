/** GitHub's own hosts; a name stands for its subdomains too. */
export const GITHUB_HOSTS: readonly string[] = ['github.com', 'githubusercontent.com'];

/** A relative address has this host: no allow-list needs to name it. */
const HERE = 'relative.invalid';

/** The host an address leads to as a browser reads it; '' for a relative one, undefined for what leads to no host. */
export function hostOf(address: string): string | undefined {
  try {
    const url = new URL(address, `https://${HERE}/`);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
    return url.hostname === HERE ? '' : url.hostname.replace(/\.$/, '');
  } catch {
    return undefined;
  }
}

/** Says whether an address stays on the hosts given. One with a user part never does: it is made to be misread. */
export function staysOn(address: string, hosts: readonly string[]): boolean {
  const host = hostOf(address);
  if (host === undefined || /^[^/?#]*\/\/[^/?#]*@/.test(address)) return false;
  return host === '' || hosts.some((allowed) => host === allowed || host.endsWith(`.${allowed}`));
}

/** What stands in a prompt for a picture. Only GitHub's own host is named: pictures from elsewhere are not looked at. */
export function imageMarker(address: string): string {
  const host = hostOf(address);
  return host?.endsWith('.githubusercontent.com') === true ? `[image from ${host}]` : '[image]';
}
