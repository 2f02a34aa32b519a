// Hosts that the proxy may reach, and kinds of IP addresses. Used by allow-list.ts, registries/, and adapters/sandbox.

import { BlockList, isIPv4 } from 'node:net';

/** A host that may be reached. Without a port: ports 80 and 443. */
export interface AllowedHost {
  readonly host: string;
  /**
   * If set, only this port may be reached. Private addresses are then allowed too, because a port is there only if a person configured the
   * host.
   */
  readonly port?: number | undefined;
}

const WEB = [80, 443];

/** Host and port of a URL such as `https://registry.example.org/path/`; null if it is not http(s). */
export function allowedHostOf(url: string): AllowedHost | null {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') return null;
  const host = normalizedHost(parsed.hostname);
  if (parsed.port !== '') return { host, port: Number(parsed.port) };
  return { host };
}

/** The entry that allows a request. */
export function findAllowed(
  allowedHosts: readonly AllowedHost[],
  input: { readonly host: string; readonly port: number },
) {
  const host = normalizedHost(input.host);
  return allowedHosts.find(
    (allowedHost) =>
      allowedHost.host === host && (allowedHost.port ? allowedHost.port === input.port : isWeb(input.port)),
  );
}

/** Whether a host is this machine: `localhost` or a loopback address. */
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
const NEVER = rangesOf([
  ['169.254.0.0', 16], // link-local: metadata services of clouds
  ['100.100.100.200', 32], // metadata service of Alibaba Cloud
  ['192.0.0.0', 24], // protocol assignments
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved
  ['fe80::', 10], // link-local
  ['fd00:ec2::', 32], // metadata service of AWS
  ['ff00::', 8], // multicast
  ['64:ff9b::', 96], // NAT64, as the next one: embeds an IPv4 address
  ['64:ff9b:1::', 48],
  ['2001::', 32], // Teredo: embeds an IPv4 address
  ['2002::', 16], // 6to4: embeds an IPv4 address
  ['::', 128], // unspecified
  ['::ffff:0:0', 96], // IPv4-mapped
]);

/** This machine and private networks. */
const PRIVATE = rangesOf([
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

/** The kind of an IP address; `never`: no setting makes it reachable. */
export function kindOf(address: string): 'public' | 'private' | 'never' {
  const unmapped = unmappedAddress(address);
  if (NEVER(unmapped)) return 'never';
  return PRIVATE(unmapped) ? 'private' : 'public';
}

/** Turns an IPv4-mapped IPv6 address into the IPv4 address, and removes a zone such as `%eth0`. */
function unmappedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  return mapped?.[1] ?? address.replace(/%.*$/, '');
}

/** One BlockList per family. A shared one would find an IPv4 address in the range of its IPv4-mapped IPv6 form too. */
function rangesOf(ranges: readonly (readonly [string, number])[]): (address: string) => boolean {
  const blocked = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const [address, prefix] of ranges) blocked[familyOf(address)].addSubnet(address, prefix, familyOf(address));
  return (address) => blocked[familyOf(address)].check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
