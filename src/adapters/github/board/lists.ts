// Two kinds of questions for ask.ts: records by their ids (`byId`), and lists that are read page by page from both ends (`List`). Used by
// the readers of this folder.
import { type Asker, isFinal, type Problem, type Question, stringListLiteral } from './ask.js';

/** GitHub's maximum page size. */
export const PAGE_SIZE = 100;

/** A smaller page is not split any more: a failure then means that a record cannot be read. */
const MIN_PAGE_SIZE = 6;

/** Records to read by their ids. */
export interface ById<T> {
  readonly ids: readonly string[];
  /** The selection for each record: `... on Issue { id }`. */
  readonly selection: string;
  readonly weight?: number;
  readonly take: (node: T, id: string) => void;
  /** The record came with errors. `take` was called for it too. */
  readonly flawed?: (id: string, why: string) => void;
  /** The record does not exist, is not visible, or was not answered. */
  readonly absent: (id: string, why: AbsentRecord) => void;
}

/** Why there is no record. */
export interface AbsentRecord {
  /** GitHub answered that it does not exist. */
  readonly absent: boolean;
  readonly why: string;
}

/** The questions for records by their ids, a hundred records in each. */
export function byId<T>(request: ById<T>): readonly Question[] {
  const questions: Question[] = [];
  for (let at = 0; at < request.ids.length; at += PAGE_SIZE)
    questions.push(questionFor(request, request.ids.slice(at, at + PAGE_SIZE)));
  return questions;
}

function questionFor<T>(request: ById<T>, ids: readonly string[]): Question {
  return {
    field: `nodes(ids: ${stringListLiteral(ids)}) { ${request.selection} }`,
    weight: ids.length * (request.weight ?? 1),
    halves() {
      const middle = Math.ceil(ids.length / 2);
      return ids.length > 1
        ? [questionFor(request, ids.slice(0, middle)), questionFor(request, ids.slice(middle))]
        : [];
    },
    take(value, problems) {
      const nodes = Array.isArray(value) ? (value as readonly (T | null)[]) : [];
      for (const [index, id] of ids.entries()) {
        const node = nodes[index];
        const nodeProblems = problems.filter(({ path }) => path.length === 0 || path[0] === index);
        if (node === null || node === undefined || Object.keys(node).length === 0)
          request.absent(id, absentBy(nodeProblems));
        else {
          request.take(node, id);
          if (nodeProblems[0]) request.flawed?.(id, nodeProblems[0].message);
        }
      }
    },
    fail: (why) => {
      for (const id of ids) request.absent(id, { absent: false, why });
    },
  };
}

function absentBy(problems: readonly Problem[]): AbsentRecord {
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

/** A paginated list to read. */
export interface Listing<T> {
  /** `edges` if the selection needs fields of the edge. */
  readonly records?: 'nodes' | 'edges';
  /** Writes the root field around the connection. */
  readonly field: (connection: (name: string, more?: string) => string) => string;
  /** The selection within `nodes { }`. */
  readonly selection: string;
  /** Finds the connection in the field's value. */
  readonly find: (value: unknown) => unknown;
  /** The id of a record. A record that was read from both ends shows that the list is complete. */
  readonly keyOf: (node: T) => string;
  readonly weight?: number;
  /** Whether to read from the beginning only. */
  readonly isOneWay?: boolean;
  /** Maximum number of pages from each end. */
  readonly maxPages?: number;
  /** Whether to stop reading at this record. */
  readonly isLast?: (node: T) => boolean;
}

/** What was read of a list. */
export interface Listed<T> {
  readonly found: readonly T[];
  /** GitHub's total count; null if it is unknown. */
  readonly total: number | null;
  /** Records that this token cannot see, and pages that failed. */
  readonly hidden: number;
  /** Why the list is incomplete; null if it is complete, or cut by a limit of crew. */
  readonly why: string | null;
  /** A limit of crew left out records. */
  readonly isCut: boolean;
  /** Records with errors. */
  readonly flawed: readonly { readonly node: T; readonly why: string }[];
}

interface Paged {
  next(): readonly Question[];
}

/** How far a list was read from one of its ends. */
interface End {
  readonly from: 'first' | 'last';
  cursor: string | null;
  pages: number;
  isComplete: boolean;
}

/** A list that is read in rounds, so that several lists share requests. */
export class List<T> {
  readonly #listing: Listing<T>;
  readonly #found = new Map<string, T>();
  readonly #ends: readonly End[];
  #total: number | null = null;
  #hidden = 0;
  #why: string | null = null;
  #cut = false;
  readonly #flawed: { node: T; why: string }[] = [];

  constructor(listing: Listing<T>) {
    this.#listing = listing;
    const end = (from: End['from']): End => ({ from, cursor: null, pages: 0, isComplete: false });
    this.#ends = listing.isOneWay ? [end('first')] : [end('first'), end('last')];
  }

  /** The questions of the next round; empty when the list is complete. */
  next(): readonly Question[] {
    const unfinished = this.#ends.filter(({ isComplete }) => !isComplete);
    return unfinished.map((end) => this.#page(end, PAGE_SIZE));
  }

  result(): Listed<T> {
    return {
      found: [...this.#found.values()],
      total: this.#total,
      hidden: this.#hidden,
      why: this.#why,
      isCut: this.#cut,
      flawed: this.#flawed,
    };
  }

  #page(end: End, size: number): Question {
    const { field, selection, find, weight = 1, records = 'nodes' } = this.#listing;
    const [info, direction] =
      end.from === 'first' ? ['hasNextPage endCursor', 'after'] : ['hasPreviousPage startCursor', 'before'];
    const cursor = end.cursor === null ? '' : `, ${direction}: ${JSON.stringify(end.cursor)}`;
    const connection = (name: string, more = '') =>
      `${name}(${end.from}: ${size}${cursor}${more}) { totalCount pageInfo { ${info} } ${records} { ${selection} } }`;
    return {
      field: field(connection),
      weight: size * weight,
      // The next round continues after the smaller page.
      halves: () => (size >= MIN_PAGE_SIZE * 2 ? [this.#page(end, Math.ceil(size / 2))] : []),
      take: (value, problems) => this.#take(end, find(value), problems),
      fail: (why) => this.#lose(end, why),
    };
  }

  #take(end: End, value: unknown, problems: readonly Problem[]): void {
    const page = value as Connection<T> | null | undefined;
    const nodes = page?.[this.#listing.records ?? 'nodes'];
    if (!page || !nodes) {
      this.#lose(end, problems.find(isFinal)?.message ?? 'GitHub gave nothing');
      return;
    }
    this.#total = page.totalCount ?? this.#total;
    this.#note(nodes, problems);
    const isDone = this.#keep(nodes);
    end.pages += 1;
    const hasMore = end.from === 'first' ? page.pageInfo?.hasNextPage : page.pageInfo?.hasPreviousPage;
    end.cursor = (end.from === 'first' ? page.pageInfo?.endCursor : page.pageInfo?.startCursor) ?? null;
    const all = this.#total !== null && this.#found.size + this.#hidden >= this.#total;
    if (all || isDone) for (const each of this.#ends) each.isComplete = true;
    else if (!hasMore || end.cursor === null) end.isComplete = true;
    else if (end.pages >= (this.#listing.maxPages ?? Number.POSITIVE_INFINITY)) {
      end.isComplete = true;
      this.#cut = true;
    }
  }

  /** Stores the records of a page. True if a record was already read from the other end, or is the last one that is wanted (`isLast`). */
  #keep(nodes: readonly (T | null)[]): boolean {
    let isDone = false;
    for (const node of nodes) {
      if (node === null) {
        this.#hidden += 1;
        this.#why ??= 'this token may not see it';
        continue;
      }
      const key = this.#listing.keyOf(node);
      if (this.#found.has(key) || this.#listing.isLast?.(node) === true) isDone = true;
      else this.#found.set(key, node);
    }
    return isDone;
  }

  #note(nodes: readonly (T | null)[], problems: readonly Problem[]): void {
    for (const { path, message } of problems) {
      const index = path.find((step) => typeof step === 'number');
      const node = typeof index === 'number' ? nodes[index] : null;
      if (node) this.#flawed.push({ node, why: message });
    }
  }

  #lose(end: End, why: string): void {
    end.isComplete = true;
    this.#why = why;
  }
}

/** Reads several lists in parallel to their ends, together with other questions in the first round. */
export async function readLists(asker: Asker, lists: readonly Paged[], more: readonly Question[] = []): Promise<void> {
  let questions = [...more, ...lists.flatMap((list) => list.next())];
  while (questions.length > 0) {
    await asker.ask(questions);
    questions = lists.flatMap((list) => [...list.next()]);
  }
}
