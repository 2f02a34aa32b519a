// What the model's service said when it gave no turn. Pure.

export interface Said {
  /** `silent`: nothing, or that it cannot now. The others are answers, and asking again gives the same. */
  readonly is: 'silent' | 'key' | 'unknown' | 'refused';
  /** Its own words, without what they were wrapped in. */
  readonly words: string;
}

/** Statuses that mean "not now", as the adapter knows them. */
const PASSING = [408, 409, 429];

/** Reads what an error of the service says: a status, and its words as JSON or as they are. */
export function serviceSaid(detail: string): Said {
  const found = /^([45]\d\d)\b\s*(.*)$/s.exec(detail);
  const status = Number(found?.[1] ?? 0);
  const words = wordsOf(found?.[2] ?? detail)
    .replace(/\s+/g, ' ')
    .trim();
  const shown = status === 0 ? words : [status, words].filter((part) => part !== '').join(' ');
  return { is: kindOf(status), words: shown };
}

function kindOf(status: number): Said['is'] {
  if (status < 400 || status >= 500 || PASSING.includes(status)) return 'silent';
  if (status === 401 || status === 403) return 'key';
  return status === 404 ? 'unknown' : 'refused';
}

/** The message within a body: of the service itself, or of whatever stands before it and answers in its own way. */
function wordsOf(body: string): string {
  if (/^\s*<(?:!doctype|html|head|body)\b/i.test(body)) return /<title>([^<]*)<\/title>/i.exec(body)?.[1] ?? '';
  try {
    return messageIn(JSON.parse(body)) ?? body;
  } catch {
    return body;
  }
}

function messageIn(said: unknown): string | undefined {
  if (typeof said === 'string') return said;
  if (typeof said !== 'object' || said === null) return undefined;
  const { error, message, detail } = said as Readonly<Record<string, unknown>>;
  return messageIn(error) ?? messageIn(message) ?? messageIn(detail);
}
