// Answers the numbered review requests in a prompt of the Editor, for parts of a script with `requests` (see script.ts). Used by choose-turn.ts.
import type { Part, Turn } from './script.js';

interface ReviewRequest {
  readonly number: number;
  /** The location of the review comment, then its text. */
  readonly text: string;
}

/** The numbered requests in the first message of the Editor (workflows/fix/rules/requests.ts writes them). */
function requestsIn(prompt: string): readonly ReviewRequest[] {
  const found = prompt.matchAll(/^Request (\d+) \((.*)\):\n(`{3,})\n([\s\S]*?)\n\3$/gm);
  return [...found].map(([, number, place = '', , words = '']) => ({
    number: Number(number),
    text: `${place}\n${words}`,
  }));
}

type KnownRequest = NonNullable<Part['requests']>['known'][number];

interface MatchedRequest extends ReviewRequest {
  readonly known: KnownRequest | undefined;
  readonly groups: Readonly<Record<string, string | undefined>>;
}

/**
 * The turns of a part, ready for this prompt: its turns `none` if no known request has edits, else its own. The pseudo tool `requests` is
 * replaced by the tool calls of all known requests, and `requests: answers` by one answer to each request. `requests: repeated` has the same
 * answers with the result `no-change`, for edits that an earlier round has made.
 */
export function turnsWithAnswers({ requests: script, turns }: Part, prompt: string): readonly Turn[] {
  if (!script) return turns;
  const matched = requestsIn(prompt).map((request): MatchedRequest => {
    const known = script.known.find(({ matches }) => new RegExp(matches, 'iu').test(request.text));
    const groups = known ? (new RegExp(known.matches, 'iu').exec(request.text)?.groups ?? {}) : {};
    return { ...request, known, groups };
  });
  const calls = matched
    .filter(({ known }, n) => known && matched.findIndex((each) => each.known === known) === n)
    .flatMap(({ known, groups }) => (known?.tools ?? []).map((call) => withGroups(call, groups)));
  const answersByKeyword: Readonly<Record<string, readonly object[]>> = {
    answers: matched.map((each) => answerTo(each, script.unknown)),
    repeated: matched.map((each) => answerTo(each, script.unknown, 'no-change')),
  };
  const did = matched.flatMap(({ known, groups }) => (known?.did ? [withGroups(known.did, groups)] : [])).join('; ');
  return (calls.length > 0 ? turns : script.none).map((turn) => ({
    ...turn,
    tools: turn.tools.flatMap((tool) => {
      if (tool.name === 'requests') return calls;
      const { requests, ...input } = tool.input;
      const answers = answersByKeyword[String(requests)];
      return [answers ? { ...tool, input: { ...withGroups(input, { did }), requests: answers } } : tool];
    }),
  }));
}

/** The answer to one request. `resultOfEdits`: the result of a request that has edits. */
function answerTo(
  { number, known, groups }: MatchedRequest,
  unknown: string,
  resultOfEdits: 'done' | 'no-change' = 'done',
): object {
  if (!known) return { number, result: 'not-done', text: unknown };
  const result = known.tools.length > 0 ? resultOfEdits : 'no-change';
  return { number, result, text: withGroups(known.text, groups) };
}

/** The value with `{{name}}` and `{{name|default}}` in its strings replaced by the groups of the request. */
function withGroups<T>(value: T, groups: MatchedRequest['groups']): T {
  const text = JSON.stringify(value).replace(
    /\{\{(\w+)(?:\|(\w*))?\}\}/g,
    (_, name: string, otherwise = '') => groups[name] ?? otherwise,
  );
  return JSON.parse(text) as T;
}
