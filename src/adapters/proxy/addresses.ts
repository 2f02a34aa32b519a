import { BlockList, isIPv4 } from 'node:net';

/** Where machines hand out credentials, and what is no single machine, or another address in disguise. Nobody configures these. */
const NEVER = list([
  ['169.254.0.0', 16], // link-local: the metadata services of clouds
  ['100.100.100.200', 32],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['ff00::', 8],
  ['64:ff9b::', 96], // IPv4 inside of IPv6
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['::', 128],
  ['::ffff:0:0', 96],
]);

/** The machine itself and its neighbours. */
const PRIVATE = list([
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['::1', 128],
  ['fc00::', 7],
  ['fec0::', 10],
]);

/** What an address is, wherever the name that led to it came from. */
export function kindOf(address: string): 'public' | 'private' | 'never' {
  const plain = unmapped(address);
  if (NEVER(plain)) return 'never';
  return PRIVATE(plain) ? 'private' : 'public';
}

function unmapped(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address.replace(/%.*$/, '');
}

/** One list a family: in a common one, an IPv4 address is also found in what holds its IPv6 disguise. */
function list(ranges: readonly (readonly [string, number])[]): (address: string) => boolean {
  const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [address, prefix] of ranges) blocked[familyOf(address)].addSubnet(address, prefix, familyOf(address));
  return (address) => blocked[familyOf(address)].check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
