import { hostOf } from './hosts.js';

/** What stands in a prompt for a picture. Only GitHub's own host is named: pictures from elsewhere are not looked at. */
export function imageMarker(address: string): string {
  const host = hostOf(address);
  return host?.endsWith('.githubusercontent.com') === true ? `[image from ${host}]` : '[image]';
}
