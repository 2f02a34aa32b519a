// Two kinds of questions: records by their ids, and lists page by page from both ends.
import { type Asker, isFinal, type Problem, type Question, stringListLiteral } from './ask.js';

/** GitHub's maximum page size. */
export const PAGE = 100;

/** Pages are not split below this size; a failure there is a record that cannot be read. */
const SMALLEST = 6;

export interface ById<T> {
  readonly ids: readonly string[];
  /** The selection for each record: `... on Issue { id }`. */
  readonly selection: string;
  readonly weight?: number;
  readonly take: (node: T, id: string) => void;
  /** The record came with errors. */
  readonly flawed?: (id: string, why: string) => void;
  /** The record does not exist, is not visible, or was not answered. */
  readonly gone: (id: string, why: AbsentRecord) => void;
}

export interface AbsentRecord {
  readonly absent: boolean;
  readonly why: string;
}

/** Records by their ids, a hundred per part. */
export function byId<T>(of: ById<T>): readonly Question[] {
  const parts: Question[] = [];
  for (let at = 0; at < of.ids.length; at += PAGE) parts.push(partOf(of, of.ids.slice(at, at + PAGE)));
  return parts;
}

function partOf<T>(byId: ById<T>, ids: readonly string[]): Question {
  return {
    field: `nodes(ids: ${stringListLiteral(ids)}) { ${byId.selection} }`,
    weight: ids.length * (byId.weight ?? 1),
    halves() {
      const middle = Math.ceil(ids.length / 2);
      return ids.length > 1 ? [partOf(byId, ids.slice(0, middle)), partOf(byId, ids.slice(middle))] : [];
    },
    take(value, problems) {
      const nodes = Array.isArray(value) ? (value as readonly (T | null)[]) : [];
      for (const [index, id] of ids.entries()) {
        const node = nodes[index];
        const own = problems.filter(({ path }) => path.length === 0 || path[0] === index);
        if (node === null || node === undefined || Object.keys(node).length === 0) byId.gone(id, goneBy(own));
        else {
          byId.take(node, id);
          if (own[0]) byId.flawed?.(id, own[0].message);
        }
      }
    },
    lost: (why) => {
      for (const id of ids) byId.gone(id, { absent: false, why });
    },
  };
}

function goneBy(problems: readonly Problem[]): AbsentRecord {
  const [problem] = problems;
  return { absent: problem?.type === 'NOT_FOUND', why: problem?.message ?? 'GitHub gave nothing' };
}

interface Connection<T> {
  readonly totalCount?: number | undefined;
  readonly nodes?: readonly (T | null)[] | null | undefined;
  readonly edges?: readonly (T | null)[] | null | undefined;
  readonly pageInfo?:
    | {
        readonly hasNextPage?: boolean;
        readonly endCursor?: string | null;
        readonly hasPreviousPage?: boolean;
        readonly startCursor?: string | null;
      }
    | undefined;
}

/** Describes a paginated list. */
export interface Listing<T> {
  /** `edges` if the selection needs fields of the edge. */
  readonly records?: 'nodes' | 'edges';
  /** Writes the root field around the connection. */
  readonly field: (connection: (name: string, more?: string) => string) => string;
  /** The selection within `nodes { }`. */
  readonly selection: string;
  /** Finds the connection in the field's value. */
  readonly find: (value: unknown) => unknown;
  readonly keyOf: (node: T) => string;
  readonly weight?: number;
  /** Read from the beginning only. */
  readonly oneWay?: boolean;
  /** Maximum number of pages from each end. */
  readonly pages?: number;
  /** Stops reading at this record. */
  readonly enough?: (node: T) => boolean;
}

/** What was read of a list. */
export interface Listed<T> {
  readonly found: readonly T[];
  /** GitHub's total count; null if it is unknown. */
  readonly total: number | null;
  /** Records that this token cannot see, and pages that failed. */
  readonly hidden: number;
  readonly why: string | null;
  /** Cut by a limit of ours. */
  readonly cut: boolean;
  /** Records with errors. */
  readonly flawed: readonly { readonly node: T; readonly why: string }[];
}

interface Paged {
  next(): readonly Question[];
}

interface End {
  readonly from: 'first' | 'last';
  cursor: string | null;
  pages: number;
  over: boolean;
}

/** A list that is read in rounds, so that several lists share requests. */
export class List<T> {
  readonly #of: Listing<T>;
  readonly #found = new Map<string, T>();
  readonly #ends: readonly End[];
  #total: number | null = null;
  #hidden = 0;
  #why: string | null = null;
  #cut = false;
  readonly #flawed: { node: T; why: string }[] = [];

  constructor(listing: Listing<T>) {
    this.#of = listing;
    const end = (from: End['from']): End => ({ from, cursor: null, pages: 0, over: false });
    this.#ends = listing.oneWay ? [end('first')] : [end('first'), end('last')];
  }

  /** The questions of the next round; empty when the list is complete. */
  next(): readonly Question[] {
    const open = this.#ends.filter(({ over }) => !over);
    return open.map((end) => this.#page(end, PAGE));
  }

  result(): Listed<T> {
    return {
      found: [...this.#found.values()],
      total: this.#total,
      hidden: this.#hidden,
      why: this.#why,
      cut: this.#cut,
      flawed: this.#flawed,
    };
  }

  #page(end: End, size: number): Question {
    const { field, selection, find, weight = 1, records = 'nodes' } = this.#of;
    const [info, direction] =
      end.from === 'first' ? ['hasNextPage endCursor', 'after'] : ['hasPreviousPage startCursor', 'before'];
    const cursor = end.cursor === null ? '' : `, ${direction}: ${JSON.stringify(end.cursor)}`;
    const connection = (name: string, more = '') =>
      `${name}(${end.from}: ${size}${cursor}${more}) { totalCount pageInfo { ${info} } ${records} { ${selection} } }`;
    return {
      field: field(connection),
      weight: size * weight,
      // The next round continues after the smaller page.
      halves: () => (size >= SMALLEST * 2 ? [this.#page(end, Math.ceil(size / 2))] : []),
      take: (value, problems) => this.#take(end, find(value), problems),
      lost: (why) => this.#lose(end, why),
    };
  }

  #take(end: End, value: unknown, problems: readonly Problem[]): void {
    const page = value as Connection<T> | null | undefined;
    const nodes = page?.[this.#of.records ?? 'nodes'];
    if (!page || !nodes) {
      this.#lose(end, problems.find(isFinal)?.message ?? 'GitHub gave nothing');
      return;
    }
    this.#total = page.totalCount ?? this.#total;
    this.#note(nodes, problems);
    const met = this.#keep(nodes);
    end.pages += 1;
    const onward = end.from === 'first' ? page.pageInfo?.hasNextPage : page.pageInfo?.hasPreviousPage;
    end.cursor = (end.from === 'first' ? page.pageInfo?.endCursor : page.pageInfo?.startCursor) ?? null;
    const all = this.#total !== null && this.#found.size + this.#hidden >= this.#total;
    if (all || met) for (const each of this.#ends) each.over = true;
    else if (!onward || end.cursor === null) end.over = true;
    else if (end.pages >= (this.#of.pages ?? Number.POSITIVE_INFINITY)) {
      end.over = true;
      this.#cut = true;
    }
  }

  /** True if the other end was reached or `enough` applies. */
  #keep(nodes: readonly (T | null)[]): boolean {
    let met = false;
    for (const node of nodes) {
      if (node === null) {
        this.#hidden += 1;
        this.#why ??= 'this token may not see it';
        continue;
      }
      const key = this.#of.keyOf(node);
      if (this.#found.has(key) || this.#of.enough?.(node) === true) met = true;
      else this.#found.set(key, node);
    }
    return met;
  }

  #note(nodes: readonly (T | null)[], problems: readonly Problem[]): void {
    for (const { path, message } of problems) {
      const index = path.find((step) => typeof step === 'number');
      const node = typeof index === 'number' ? nodes[index] : null;
      if (node) this.#flawed.push({ node, why: message });
    }
  }

  #lose(end: End, why: string): void {
    end.over = true;
    this.#why = why;
  }
}

/** Reads several lists in parallel to their ends, together with other questions in the first round. */
export async function readLists(asker: Asker, lists: readonly Paged[], more: readonly Question[] = []): Promise<void> {
  let parts = [...more, ...lists.flatMap((list) => list.next())];
  while (parts.length > 0) {
    await asker.ask(parts);
    parts = lists.flatMap((list) => [...list.next()]);
  }
}
