// Reads the error of a model service: its kind and its message. Used by the messages of agents and the terminal output of a run. Pure.

export interface ServiceError {
  /**
   * `silent`: no answer, or a temporary error. The others stay the same when the call is repeated: `key`: the key is not accepted; `unknown`: no
   * such model or address; `refused`: any other error of the request.
   */
  readonly kind: 'silent' | 'key' | 'unknown' | 'refused';
  /** Its message, without the JSON or HTML around it. */
  readonly message: string;
}

/** HTTP statuses below 500 of temporary errors. */
const TEMPORARY = [408, 409, 429];

/** Reads an error of the form `429 message`, in which the message is JSON, HTML or text. */
export function readServiceError(detail: string): ServiceError {
  const found = /^([45]\d\d)\b\s*(.*)$/s.exec(detail);
  const status = Number(found?.[1] ?? 0);
  const words = wordsOf(found?.[2] ?? detail)
    .replace(/\s+/g, ' ')
    .trim();
  const shown = status === 0 ? words : [status, words].filter((part) => part !== '').join(' ');
  return { kind: kindOf(status), message: shown };
}

function kindOf(status: number): ServiceError['kind'] {
  if (status < 400 || status >= 500 || TEMPORARY.includes(status)) return 'silent';
  if (status === 401 || status === 403) return 'key';
  return status === 404 ? 'unknown' : 'refused';
}

/** The message in the body of a response. It may be JSON of the service or an HTML page of a proxy. */
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
