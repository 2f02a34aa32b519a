/** A host that may be reached. Without a port: ports 80 and 443. */
export interface Place {
  readonly host: string;
  /** With a port, exactly this port, and private addresses are allowed, since a person configured it. */
  readonly port?: number | undefined;
}

const WEB = [80, 443];

/** Host and port of a URL such as `https://registry.example.org/path/`; null if it is not http(s). */
export function placeOf(url: string): Place | null {
  const read = URL.canParse(url) ? new URL(url) : null;
  if (read === null || !/^https?:$/.test(read.protocol) || read.hostname === '') return null;
  const host = bare(read.hostname);
  if (read.port !== '') return { host, port: Number(read.port) };
  return { host };
}

/** The entry that allows a request. */
export function findPlace(places: readonly Place[], asked: { readonly host: string; readonly port: number }) {
  const host = bare(asked.host);
  return places.find((place) => place.host === host && (place.port ? place.port === asked.port : isWeb(asked.port)));
}

/** Whether it is this machine: `localhost` or a loopback address. */
export const isLoopback = ({ host }: Place): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

const isWeb = (port: number) => WEB.includes(port);

/** Normalizes a host name: lower case, no brackets, no final dot. */
function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
