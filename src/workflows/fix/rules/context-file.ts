// What the Scouts said, word for word, at one moment of a run (specs/editor.md, "Context Recording").
import { inFence } from '../../../text/quote.js';

/** One question and its answer. */
export interface Payload {
  readonly who: 'A' | 'B';
  readonly question: string;
  /** As it came: text, or data of the Scout's own shape. */
  readonly answer: unknown;
}

/** Context files are written at these moments, and at no other. */
export type ContextWhy = 'start' | 'replan' | 'success';

export interface ContextOf {
  /** Counts from 1 within a run, through all of its lives. */
  readonly n: number;
  /** When, in ISO time. */
  readonly at: string;
  readonly why: ContextWhy;
  readonly payloads: readonly Payload[];
}

const WHY: Readonly<Record<ContextWhy, string>> = {
  start: 'at the start',
  replan: 'at a REPLAN',
  success: 'at success',
};

/** Where they lie; and which file there is one. */
export const CONTEXT_FOLDER = 'agent';
export const isContext = (name: string): boolean => /^context_\d{3,}\.md$/.test(name);

/** Path and text of a context file. */
export function contextFile({ n, at, why, payloads }: ContextOf): { readonly path: string; readonly text: string } {
  const number = String(n).padStart(3, '0');
  const parts = payloads.map(({ who, question, answer }, index) =>
    [
      `## ${index + 1}. Scout ${who}`,
      'Asked:',
      inFence(question, 'text'),
      'Answered:',
      typeof answer === 'string' ? inFence(answer, 'text') : inFence(asJson(answer), 'json'),
    ].join('\n\n'),
  );
  const body = parts.length > 0 ? parts : ['No Scout was asked.'];
  return {
    path: `${CONTEXT_FOLDER}/context_${number}.md`,
    text: `${[`# Context ${number}, ${WHY[why]} (${at})`, ...body].join('\n\n')}\n`,
  };
}

const asJson = (answer: unknown): string => JSON.stringify(answer, null, 2) ?? 'null';
