// Hosts that the proxy may reach, and kinds of IP addresses. Used by the proxy, the registries and the sandbox.

/** A host that may be reached. Without a port: ports 80 and 443. */
import { BlockList, isIPv4 } from 'node:net';

export interface AllowedHost {
  readonly host: string;
  /** With a port, exactly this port, and private addresses are allowed, since a person configured it. */
  readonly port?: number | undefined;
}

const WEB = [80, 443];

/** Host and port of a URL such as `https://registry.example.org/path/`; null if it is not http(s). */
export function allowedHostOf(url: string): AllowedHost | null {
  const read = URL.canParse(url) ? new URL(url) : null;
  if (read === null || !/^https?:$/.test(read.protocol) || read.hostname === '') return null;
  const host = normalizedHost(read.hostname);
  if (read.port !== '') return { host, port: Number(read.port) };
  return { host };
}

/** The entry that allows a request. */
export function findAllowed(places: readonly AllowedHost[], input: { readonly host: string; readonly port: number }) {
  const host = normalizedHost(input.host);
  return places.find((place) => place.host === host && (place.port ? place.port === input.port : isWeb(input.port)));
}

/** Whether it is this machine: `localhost` or a loopback address. */
export const isLoopback = ({ host }: AllowedHost): boolean =>
  host === 'localhost' || host === '::1' || /^127\./.test(host);

const isWeb = (port: number) => WEB.includes(port);

/** Normalizes a host name: lower case, no brackets, no final dot. */
function normalizedHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

/** Address ranges that are never reachable: metadata services of clouds, multicast, and IPv6 ranges that embed another address. */
const NEVER = list([
  ['169.254.0.0', 16], // link-local: metadata services of clouds
  ['100.100.100.200', 32],
  ['192.0.0.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['fe80::', 10],
  ['fd00:ec2::', 32],
  ['ff00::', 8],
  ['64:ff9b::', 96], // embedded IPv4
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['::', 128],
  ['::ffff:0:0', 96],
]);

/** This machine and private networks. */
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

/** The kind of an address, whatever name resolved to it. */
export function kindOf(address: string): 'public' | 'private' | 'never' {
  const plain = withoutMappedPrefix(address);
  if (NEVER(plain)) return 'never';
  return PRIVATE(plain) ? 'private' : 'public';
}

function withoutMappedPrefix(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address.replace(/%.*$/, '');
}

/** One BlockList per family. A shared one would find an IPv4 address in the range of its IPv4-mapped IPv6 form too. */
function list(ranges: readonly (readonly [string, number])[]): (address: string) => boolean {
  const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [address, prefix] of ranges) blocked[familyOf(address)].addSubnet(address, prefix, familyOf(address));
  return (address) => blocked[familyOf(address)].check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
