// Reads the error of a model service. Pure.

export interface ServiceError {
  /** `silent`: no answer, or a temporary error. For the others, asking again gives the same error. */
  readonly is: 'silent' | 'key' | 'unknown' | 'refused';
  /** Its message, without the JSON or HTML around it. */
  readonly words: string;
}

/** Statuses of temporary errors. */
const TEMPORARY = [408, 409, 429];

/** Parses an error: a status, then a message as JSON, HTML or text. */
export function readServiceError(detail: string): ServiceError {
  const found = /^([45]\d\d)\b\s*(.*)$/s.exec(detail);
  const status = Number(found?.[1] ?? 0);
  const words = wordsOf(found?.[2] ?? detail)
    .replace(/\s+/g, ' ')
    .trim();
  const shown = status === 0 ? words : [status, words].filter((part) => part !== '').join(' ');
  return { is: kindOf(status), words: shown };
}

function kindOf(status: number): ServiceError['is'] {
  if (status < 400 || status >= 500 || TEMPORARY.includes(status)) return 'silent';
  if (status === 401 || status === 403) return 'key';
  return status === 404 ? 'unknown' : 'refused';
}

/** The message in a body, of the service or of a proxy before it. */
function wordsOf(body: string): string {
  if (/^\s*<(?:!doctype|html|head|body)\b/i.test(body)) return /<title>([^<]*)<\/title>/i.exec(body)?.[1] ?? '';
  try {
    return messageIn(JSON.parse(body)) ?? body;
  } catch {
    return body;
  }
}

function messageIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { error, message, detail } = value as Readonly<Record<string, unknown>>;
  return messageIn(error) ?? messageIn(message) ?? messageIn(detail);
}
