// The order of `ask`, the first message of the explorer, the schema of its answer, and the comment with the answer. Pure. Used by ../ask.ts
// and ../index.ts.

import * as z from 'zod';
import { clipped, fenced } from '../../../agent/quote.js';
import { inLanguage, type Language } from '../../../text/lang/index.js';
import { blockquote, code } from '../../../text/quote.js';
import { redact } from '../../../text/redact.js';
import { en } from '../messages.en.js';
import { ja } from '../messages.ja.js';

const evidence = z.strictObject({
  file: z.string().min(1).max(1000),
  line: z.int().min(1),
  shows: z.string().max(600),
});

/** The schema in .agent/explorer/agent.json. */
export const askAnswer = z.strictObject({
  answer: z.string().min(1).max(20_000),
  evidence: z.array(evidence).max(30),
  open: z.array(z.string().max(600)).max(20),
});
export type AskAnswer = z.output<typeof askAnswer>;

/** The result of a run: the answer with the citations that exist. */
export const askResult = askAnswer.extend({ dropped: z.int().min(0).max(30) });

/** The citations of an answer, looked up in the tree. */
export interface CheckedCitations {
  readonly existing: AskAnswer['evidence'];
  /** Files or lines that do not exist. */
  readonly missing: AskAnswer['evidence'];
}

/** The order of a question. The run record stores it. */
export interface AskOrder {
  readonly question: string;
  readonly issue?: { readonly title: string; readonly body: string } | undefined;
}

/** The first message of the explorer. */
export function questionText({ question, issue }: AskOrder): string {
  const about = issue
    ? [
        fenced(
          'The issue or pull request where the question was asked',
          clipped(`${issue.title}\n\n${issue.body}`, 8000),
        ),
      ]
    : [];
  return [...about, fenced('The question', clipped(question, 8000))].join('\n\n');
}

/** The message to the explorer about citations that do not exist. */
export const missingCitationsText = (missing: AskAnswer['evidence']): string =>
  [
    'These places do not exist. Look up the places again and answer once more:',
    ...missing.map(({ file, line }) => `- ${file}:${line}`),
  ].join('\n');

/** The comment: the explorer's words as a quotation, then its citations. */
export function answerText(
  { answer, open, evidence: citations, dropped }: AskAnswer & { dropped: number },
  lang: Language,
): string {
  const messages = inLanguage(lang, { en, ja });
  // Redacted, so that the quoted text triggers no mention, closing keyword or command.
  const redacted = (text: string) => redact(text, { secrets: [] }).text;
  const onOneLine = (text: string) => redacted(text).replace(/\s+/g, ' ').trim();
  return [
    blockquote(redacted(answer)),
    ...(citations.length > 0
      ? [
          `**${messages.evidence}**`,
          citations.map((each) => `- ${code(`${each.file}:${each.line}`)} ${onOneLine(each.shows)}`).join('\n'),
        ]
      : []),
    ...(dropped > 0 ? [messages.dropped(dropped)] : []),
    ...(open.length > 0 ? [`**${messages.open}**`, open.map((each) => `- ${onOneLine(each)}`).join('\n')] : []),
  ].join('\n\n');
}
