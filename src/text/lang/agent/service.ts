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
  const words = (found ? wordsOf(found[2] ?? '') : detail).replace(/\s+/g, ' ').trim();
  const shown = status === 0 ? words : [status, words].filter((part) => part !== '').join(' ');
  return { is: kindOf(status), words: shown };
}

function kindOf(status: number): Said['is'] {
  if (status < 400 || status >= 500 || PASSING.includes(status)) return 'silent';
  if (status === 401 || status === 403) return 'key';
  return status === 404 ? 'unknown' : 'refused';
}

function wordsOf(body: string): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: { readonly message?: unknown } };
    return typeof error?.message === 'string' ? error.message : body;
  } catch {
    return body;
  }
}
