import type { Answer, Incoming } from './answer.js';

/** A recorded request, without the key. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly body: unknown;
  readonly answer: {
    readonly status: number;
    readonly part?: string;
    readonly turn?: number;
    readonly fault?: string;
  };
}

const SECRET = new Set(['x-api-key', 'authorization', 'proxy-authorization', 'cookie']);

/** Records a request with its answer. Of secret headers only their presence is recorded. */
export function record({ method, path, headers, bytes, text }: Incoming, answer: Answer): RecordedRequest {
  const shown = Object.entries(headers).map(([name, value]) => [name, SECRET.has(name) ? '[secret]' : value]);
  const from = answer.kind === 'json' ? undefined : answer.from;
  return {
    method,
    path,
    headers: Object.fromEntries(shown),
    bytes,
    body: parsed(text),
    answer: {
      status: answer.kind === 'error' ? answer.error.status : 200,
      ...(from && { part: from.part, turn: from.number }),
      ...(from?.fault && { fault: from.fault.kind }),
    },
  };
}

/** The parsed body; text that is not JSON stays text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
