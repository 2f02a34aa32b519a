/** A host that may be reached. Without a port: those of HTTP and HTTPS. */
export interface Place {
  readonly host: string;
  /** With a port it is exactly this place, and may lie in a private network: somebody configured it so. */
  readonly port?: number | undefined;
}

const WEB = [80, 443];

/** The place of an address such as `https://registry.example.org/path/`, or null where it has none. */
export function placeOf(url: string): Place | null {
  const read = URL.canParse(url) ? new URL(url) : null;
  if (read === null || !/^https?:$/.test(read.protocol) || read.hostname === '') return null;
  const host = bare(read.hostname);
  if (read.port !== '') return { host, port: Number(read.port) };
  return { host };
}

/** The place in a list that a request asks for. */
export function findPlace(places: readonly Place[], asked: { readonly host: string; readonly port: number }) {
  const host = bare(asked.host);
  return places.find((place) => place.host === host && (place.port ? place.port === asked.port : isWeb(asked.port)));
}

/** A place of this very machine: `localhost`, or its address. */
export const isLoopback = ({ host }: Place): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);

const isWeb = (port: number) => WEB.includes(port);

/** Small letters, no brackets, no final dot: the same name has one spelling. */
function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}
