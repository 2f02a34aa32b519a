// Sample data for message modules. `Samples` demands an entry for every function of a module, so a message without a sample is a type
// error; plain strings need none.

type Table<V> = V extends (...args: never[]) => unknown
  ? true
  : V extends string | readonly string[]
    ? false
    : true extends { [K in keyof V]: Table<V[K]> }[keyof V]
      ? true
      : false;

/** For each function the arguments of the calls that are shown, one tuple for each call. */
export type Samples<M> = {
  readonly [K in keyof M as Table<M[K]> extends false ? never : K]: M[K] extends (...args: infer A) => string
    ? readonly Readonly<A>[]
    : Samples<M[K]>;
};

export interface Entry {
  readonly name: string;
  readonly en: string;
  readonly ja: string;
}

/** The messages of one module, or of a part of it. */
export interface Part {
  readonly title: string;
  /** Where the sentences are written. */
  readonly file: string;
  readonly entries: readonly Entry[];
}

/** One sample for each kind of a union; the record lets none be forgotten. */
export const every = <T extends { readonly is: string }>(
  of: Readonly<Record<T['is'], T | readonly T[]>>,
): readonly (readonly [T])[] =>
  Object.values<T | readonly T[]>(of)
    .flatMap((value) => (Array.isArray(value) ? (value as readonly T[]) : [value as T]))
    .map((value) => [value] as const);

/** One call with each of these. */
export const each = <T>(...values: readonly T[]): readonly (readonly [T])[] => values.map((value) => [value] as const);

export function part<M extends object>(
  head: Pick<Part, 'title' | 'file'>,
  { en, ja }: { readonly en: M; readonly ja: M },
  samples: Samples<M>,
): Part {
  return { ...head, entries: entriesIn(en, ja, samples) };
}

/** A text, or the lines of a table as a text. */
const asText = (said: string | readonly (readonly string[])[]): string =>
  typeof said === 'string' ? said : said.map((line) => line.join(': ')).join(' · ');

/** Short texts of a nested record share a line: they are words of a kind, such as headings. */
function entriesIn(en: object, ja: object, samples: object, path = ''): readonly Entry[] {
  const [others, given] = [ja, samples].map((of) => new Map(Object.entries(of)));
  return Object.entries(en).flatMap(([key, value]): readonly Entry[] => {
    const [name, other, calls] = [`${path}${key}`, others?.get(key), given?.get(key)];
    if (typeof value === 'string') return [{ name, en: value, ja: other }];
    if (typeof value === 'function')
      return calls.map((args: readonly unknown[]) => ({
        name,
        en: asText(value(...args)),
        ja: asText(other(...args)),
      }));
    const inner = Object.values(value);
    const isWords = inner.every((word) => typeof word === 'string' && word.length < 40);
    if (isWords) return [{ name, en: inner.join(' · '), ja: Object.values(other).join(' · ') }];
    return entriesIn(value, other, calls ?? {}, `${name}.`);
  });
}

type Without<M, K extends keyof M> = { readonly [P in Exclude<keyof M, K>]: M[P] };

/** A module in two: the messages with these names, and all others. */
export function split<M extends object, K extends keyof M>(
  table: M,
  keys: readonly K[],
): { readonly these: Pick<M, K>; readonly others: Without<M, K> } {
  const all = Object.entries(table);
  const isOne = (key: string): boolean => (keys as readonly PropertyKey[]).includes(key);
  return {
    these: Object.fromEntries(all.filter(([key]) => isOne(key))) as Pick<M, K>,
    others: Object.fromEntries(all.filter(([key]) => !isOne(key))) as Without<M, K>,
  };
}
