// Many small questions go out as few large ones. What GitHub does not answer is asked again in smaller pieces, and what
// cannot be cut any further is given up by name: nothing that was not answered is ever taken for "there is none".

/** A question that can stand beside others in one query. */
export interface Part {
  /** One field of the root, without alias: `nodes(ids: ["…"]) { ...Issue }`. */
  readonly field: string;
  /** About how many records it asks for, by what they cost. */
  readonly weight: number;
  /** The same question in smaller pieces; none where it cannot be cut. */
  readonly halves: () => readonly Part[];
  readonly take: (value: unknown, problems: readonly Problem[]) => void;
  readonly lost: (why: string) => void;
}

/** An error of GitHub's beside data; the path leads from the part's own field. */
export interface Problem {
  readonly type: string | undefined;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Graphql = <T>(query: string) => Promise<T>;

export interface Asker {
  /** Asks all of them, in as few requests as they fit into. */
  ask(parts: readonly Part[]): Promise<void>;
}

interface Raw {
  readonly type?: string | undefined;
  readonly path?: readonly (string | number)[] | undefined;
  readonly message: string;
}

interface Answer {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors: readonly Raw[];
}

/** So much fits into one request and still is answered within GitHub's ten seconds. */
const FITS = 400;

/**
 * After so many requests in vain, one after the other, GitHub is not slow, it is away. One record that cannot be read
 * takes eleven halvings to be found among four hundred.
 */
const PATIENCE = 12;

/** These are answers; everything else that is an error may be gone when less is asked. */
const FINAL = ['NOT_FOUND', 'FORBIDDEN', 'INSUFFICIENT_SCOPES'];

export const isFinal = ({ type }: Problem): boolean => type !== undefined && FINAL.includes(type);

/** One who asks, for one look: fragments are sent where they are used. */
export function createAsker(graphql: Graphql, fragments: Readonly<Record<string, string>>): Asker {
  let inVain = 0;

  const answerTo = async (parts: readonly Part[]): Promise<Answer | string> => {
    if (inVain >= PATIENCE) return 'GitHub did not answer';
    try {
      const data = await graphql<Record<string, unknown>>(queryOf(parts, fragments));
      inVain = 0;
      return { data, errors: [] };
    } catch (error) {
      const partial = partialOf(error);
      if (partial?.data) return partial;
      // A token that is refused is the person's, and what is neither an answer nor none is ours: both are said as such.
      if (isRefusal(error) || !(partial || isUnanswered(error))) throw error;
      inVain += isLimit(error) ? PATIENCE : 1;
      return partial?.errors[0]?.message ?? (error instanceof Error ? error.message : String(error));
    }
  };

  const send = async (parts: readonly Part[]): Promise<void> => {
    const answer = await answerTo(parts);
    if (typeof answer === 'string') return smaller(parts, answer);
    for (const { part, why, settle } of deal(parts, answer)) {
      const halves = inVain >= PATIENCE ? [] : part.halves();
      if (halves.length === 0) settle(why);
      for (const half of halves) await send([half]);
    }
  };

  const smaller = async (parts: readonly Part[], why: string): Promise<void> => {
    const [one, ...others] = parts;
    if (!one) return;
    if (others.length > 0) {
      const middle = Math.ceil(parts.length / 2);
      await send(parts.slice(0, middle));
      return send(parts.slice(middle));
    }
    const halves = inVain >= PATIENCE ? [] : one.halves();
    if (halves.length === 0) one.lost(why);
    for (const half of halves) await send([half]);
  };

  return {
    async ask(parts) {
      for (const group of packed(parts)) await send(group);
    },
  };
}

interface Again {
  readonly part: Part;
  readonly why: string;
  /** For what cannot be cut any further: what came of it counts, the rest is missing. */
  readonly settle: (why: string) => void;
}

/** Gives every part its answer, and back those that have to be asked again. */
function deal(parts: readonly Part[], { data, errors }: Answer): readonly Again[] {
  return parts.flatMap((part, index) => {
    const alias = `p${index}`;
    const value = data?.[alias] ?? null;
    const problems = errors
      .filter(({ path }) => path === undefined || path[0] === alias)
      .map(({ type, path = [], message }) => ({ type, path: path.slice(1), message }));
    const trouble = problems.find((each) => !isFinal(each));
    if (trouble) {
      const settle = (why: string) => (value === null ? part.lost(why) : part.take(value, problems));
      return [{ part, why: trouble.message, settle }];
    }
    part.take(value, problems);
    return [];
  });
}

function packed(parts: readonly Part[]): readonly (readonly Part[])[] {
  const groups: Part[][] = [];
  let room = 0;
  for (const part of parts) {
    if (part.weight > room || groups.length === 0) {
      groups.push([]);
      room = FITS;
    }
    groups.at(-1)?.push(part);
    room -= part.weight;
  }
  return groups;
}

function queryOf(parts: readonly Part[], fragments: Readonly<Record<string, string>>): string {
  const body = parts.map(({ field }, index) => `p${index}: ${field}`).join('\n');
  const used = new Set<string>();
  const visit = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\.\.\.([A-Z]\w*)/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(fragments[name] ?? '');
    }
  };
  visit(body);
  return `query crewField {\n${body}\nrateLimit { cost }\n}\n${[...used].map((name) => fragments[name] ?? '').join('\n')}`;
}

/** GitHub's answer when only a part of it could be given. */
function partialOf(error: unknown): Answer | null {
  if (typeof error !== 'object' || error === null || !('errors' in error) || !Array.isArray(error.errors)) return null;
  const data = 'data' in error && typeof error.data === 'object' ? error.data : null;
  return { data: data as Answer['data'], errors: error.errors as readonly Raw[] };
}

/** GitHub was away, or gave an answer that is none. */
const isUnanswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && ('ends' in error || 'status' in error);

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'ends' in error && error.ends === 'refused';

const isLimit = (error: unknown): boolean => error instanceof Error && /limit/i.test(error.message);

/** A text as GraphQL writes it. */
export const quoted = (text: string): string => JSON.stringify(text);

export const listed = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`;
