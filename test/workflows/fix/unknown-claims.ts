// Reads a text of crew's about a fix as a stranger would, and looks for each of its sentences in the records. What is not one of the
// sentences that these records allow, and no quotation that they hold, is named. It shares the templates with whoever writes, and
// nothing of how those are chosen: a wrong choice shows here.

import type { AgentMessages } from '../../../src/text/lang/agent/en.js';
import type { Language } from '../../../src/text/lang/index.js';
import { languages, messages } from '../../../src/text/lang/index.js';
import { blockquote, plainQuestion, plainWords } from '../../../src/text/quote.js';
import {
  countResultClaims,
  isAboutResults,
  sentencesOf,
  withoutResultClaims,
} from '../../../src/text/result-claims.js';
import { fixedByCode } from '../../../src/verify/prove/proof.js';
import { fixMessages } from '../../../src/workflows/fix/messages.js';
import { isProseOnly } from '../../../src/workflows/fix/rules/debug-loop.js';
import { diffParts, excludedTestsText, requestQuote } from '../../../src/workflows/fix/rules/ending-text.js';
import type { FixRecords } from '../../../src/workflows/fix/rules/records.js';
import type { Ending, Option, Quoted, Statement } from '../../../src/workflows/fix/rules/statements.js';
import {
  changeStatements,
  costStatements,
  failedRun,
  stepStatement,
} from '../../../src/workflows/fix/rules/statements.js';
import { hypothesesOf, smallestFailure, smallestStatement } from '../../../src/workflows/fix/rules/stuck-report.js';

/** Every sentence of a text that these records do not hold; empty when all of it is true. */
export function unknownClaims(text: string, records: FixRecords): readonly string[] {
  const lexicons = languages.map((lang) => lexiconOf(records, lang));
  const unknown = lexicons.map((lexicon) => blocksOf(text).flatMap((block) => unknownIn(block, lexicon)));
  // A page is in one language: a sentence of the other is no sentence of it.
  return unknown.reduce((least, each) => (each.length < least.length ? each : least));
}

interface Block {
  readonly lines: readonly string[];
  readonly kind: 'lines' | 'quote' | 'fence';
  /** The line before it. */
  readonly after: string;
}

/** What may stand on a page about these records. */
interface Lexicon {
  readonly sentences: ReadonlySet<string>;
  /** Whole quotations, each below the line that says whose it is. */
  readonly quotes: ReadonlySet<string>;
  readonly fences: ReadonlySet<string>;
}

function blocksOf(text: string): readonly Block[] {
  const blocks: { kind: Block['kind']; lines: string[]; after: string }[] = [];
  let [fence, before] = ['', ''];
  for (const line of text.split('\n')) {
    const opens = /^(`{3,})[a-z]*$/.exec(line)?.[1] ?? '';
    const kind = fence !== '' || opens !== '' ? 'fence' : line.startsWith('>') ? 'quote' : 'lines';
    const last = blocks.at(-1);
    if (kind === 'lines' || last?.kind !== kind || (kind === 'fence' && fence === '')) {
      blocks.push({ kind, lines: [line], after: before });
    } else last.lines.push(line);
    if (kind === 'fence') fence = fence === '' ? opens : line === fence ? '' : fence;
    else if (kind === 'lines' && line !== '') before = line;
  }
  return blocks;
}

function unknownIn({ kind, lines, after }: Block, lexicon: Lexicon): readonly string[] {
  const whole = lines.join('\n');
  if (kind === 'fence') return lexicon.fences.has(lines.slice(1, -1).join('\n')) ? [] : [whole];
  if (kind === 'quote') return lexicon.quotes.has(`${after}\n${whole}`) ? [] : [whole];
  const said = whole.replace(/^(?:- |### )/, '');
  if (said === '' || lexicon.sentences.has(said)) return [];
  const unknown = sentencesOf(said).filter((sentence) => !lexicon.sentences.has(sentence));
  return unknown.length > 0 ? unknown : [said];
}

function lexiconOf(records: FixRecords, lang: Language): Lexicon {
  const say = fixMessages(lang);
  const asked = askedIn(records, messages(lang).agent);
  return {
    sentences: new Set([
      ...Object.values(say.heading),
      ...Object.values(say.quoted),
      say.nothingSaid,
      ...leftOutIn(records).map(say.removedSentences),
      ...endsOf(records).map(say.end),
      ...cansOf(records).map((each) => say.option(each, records.place)),
      ...truths(records).map(say.statement),
      ...asked.sentences,
      ...(records.place === 'terminal' && (records.diff?.text ?? '') !== '' ? [say.uncommitted] : []),
    ]),
    quotes: new Set([
      ...quotesOf(records).map(({ whose, words }) => `${say.quoted[whose]}\n${blockquote(words)}`),
      ...asked.quotes,
    ]),
    fences: new Set([...fencesOf(records), ...asked.fences]),
  };
}

/** What the page of a run that waits may hold: who asks and how to reply, and the question where it belongs. */
function askedIn({ asks, cost }: FixRecords, { asking, budget }: AgentMessages) {
  if (!asks) return { sentences: [], quotes: [], fences: [] };
  const { role, own = false, kind, question, choices = [], stopped, lifts = true } = asks;
  const spent = { usd: cost?.usd ?? 0, limitUsd: cost?.limitUsd ?? 0 };
  const whys = kind === 'budget' ? BUDGETS.map((why) => budget({ why, ...spent })) : [];
  const sentences = [asking.waits(role, kind), asking.reply(asks), ...whys];
  if (stopped)
    return {
      sentences: [...sentences, asking.stopped(stopped.tool), asking.guardSays, asking.lifted(lifts)],
      quotes: [`${asking.guardSays}\n${blockquote(plainWords(stopped.why))}`],
      fences: [stopped.what],
    };
  if (kind !== 'question' || own) return { sentences, quotes: [], fences: [] };
  return {
    sentences: [...sentences, asking.wordsOf(role)],
    quotes: [`${asking.wordsOf(role)}\n${blockquote(plainQuestion(question, choices))}`],
    fences: [],
  };
}

const BUDGETS = ['turns', 'usd', 'minutes', 'budget', 'user-day', 'repository-day'] as const;

/** In a report of a stuck run only its guesses are quoted; elsewhere what it did and why. */
const leftOutIn = (records: FixRecords): readonly number[] => {
  const { what = '', why = '' } = records.words ?? {};
  return [countResultClaims(what) + countResultClaims(why)].filter((count) => count > 0);
};

/** Which ends these records bear. Only "done" can be a false hope. A refusal and a question are whole texts of their own, and state nothing of a change. */
function endsOf(records: FixRecords): readonly Ending[] {
  const changed = (records.diff?.text ?? '') !== '';
  const truth = truths(records).map(({ is }) => is);
  const isUnseen = !truth.includes('verified') && !truth.includes('no-worse');
  const green = !isUnseen || isBeyondTests(records, truth);
  const shows = !isUnseen && (truth.includes('reproduced') || fixedIn(records).length > 0);
  const already = isAlready(records.reproduction) ? records.reproduction : undefined;
  return [
    ...(changed && green ? [{ is: 'done', isProven: shows } as const] : []),
    ...(changed && records.verifications.length === 0 ? [{ is: 'planned' } as const] : []),
    ...(changed ? [{ is: 'stuck' } as const] : [{ is: 'no-change' } as const]),
    ...(already
      ? [{ is: 'already', test: already.test, file: already.file, isInTree: records.place !== 'thread' } as const]
      : []),
    { is: 'unable', changed },
    { is: 'partial', changed },
    { is: 'cancelled', changed },
  ];
}

const fixedIn = ({ comparison, diff }: FixRecords): readonly string[] =>
  fixedByCode(comparison?.fixed ?? [], diff?.files ?? []);

/** Only the commit below was asked, and there the test passes. */
const isAlready = (reproduction: FixRecords['reproduction']): boolean =>
  reproduction?.base.result === 'passed' && reproduction.head.result === 'did not run';

/** Texts for people alone: nothing can be run that would show them right, and the page says so. */
const isBeyondTests = ({ diff }: FixRecords, truth: readonly Statement['is'][]): boolean =>
  isProseOnly(diff?.files ?? []) && (truth.includes('nothing-ran') || truth.includes('unverified'));

const cansOf = ({ run, diff }: FixRecords): readonly Option[] => [
  { is: 'retry', run },
  { is: 'show', run },
  { is: 'hint' },
  { is: 'look-at-log' },
  { is: 'split' },
  { is: 'discard' },
  { is: 'continue', run, money: true },
  { is: 'continue', run, money: false },
  ...(diff ? [{ is: 'apply', hash: diff.sha256.slice(0, 12) } as const] : []),
];

/** Everything that is true by these records, whether or not anybody says it. */
function truths(records: FixRecords): readonly Statement[] {
  const { verifications, diff } = records;
  const loops = verifications.filter(({ ref }) => ref !== 'baseline');
  const failed = loops.filter(({ status }) => status !== 'PASS');
  const smallest = smallestFailure(failed);
  return [
    ...changeStatements(diff),
    ...(diff ? diffParts(diff.text, records) : []).flatMap((part) => ('claims' in part ? part.claims : [])),
    ...verdictTruths(records),
    // Of an earlier verification a command may have ended otherwise.
    ...(loops[loops.length - 1]?.steps ?? []).map(stepStatement),
    ...loops.map(failedRun),
    ...comparisonTruths(records),
    ...loopTruths(records),
    ...(smallest ? [smallestStatement(smallest)] : []),
    ...costStatements(records),
  ];
}

/** Counters are believed as far as there are verifications to bear them out. */
function loopTruths({ verifications, counters }: FixRecords): readonly Statement[] {
  const loops = verifications.filter(({ ref, status }) => ref.startsWith('loop-') && status !== 'INFRA_ERROR');
  const { total_verify_loops: failed = 0, replans = 0 } = counters ?? {};
  return failed > 0 && failed <= loops.length && replans * 3 <= failed ? [{ is: 'loops', failed, replans }] : [];
}

/** What may be said of a verification: only of the last one, and of this very change, that it shows anything. */
function verdictTruths({ verifications, verifiedDiffs, diff, comparison }: FixRecords): readonly Statement[] {
  const baselines = verifications.filter(({ ref }) => ref === 'baseline');
  const loops = verifications.filter(({ ref }) => ref !== 'baseline');
  const said: Statement[] = baselines.map(({ run_id, status }) => ({ is: 'baseline', run_id, status }));
  const last = loops[loops.length - 1];
  if (!last || !diff) return [...said, { is: 'unverified' }];
  const { run_id, ref, status, steps } = last;
  if (verifiedDiffs[run_id] !== diff.sha256) return [...said, { is: 'changed-since', run_id }];
  if (steps.length === 0) said.push({ is: 'nothing-ran', run_id, ref });
  else if (status === 'PASS' && steps.every((step) => step.status === 'PASS'))
    said.push({ is: 'verified', run_id, ref });
  else if (status === 'FAIL') said.push({ is: 'red', run_id, ref });
  else said.push({ is: 'unable', run_id, ref });
  const holds =
    comparison && steps.length > 0 && ['same', 'better'].includes(comparison.verdict) && comparison.broken.length === 0;
  if (status === 'FAIL' && holds)
    said.push(...baselines.map((base): Statement => ({ is: 'no-worse', run_id, ref, baseline: base.run_id })));
  return said;
}

function comparisonTruths(records: FixRecords): readonly Statement[] {
  const { comparison, reproduction, tamper } = records;
  const said: Statement[] = (['fixed', 'broken', 'before', 'flaky'] as const).map((kind) => ({
    ...{ is: 'tests', kind },
    names: comparison?.[kind] ?? [],
  }));
  if (reproduction?.base.result.startsWith('failed') && reproduction.head.result === 'passed') {
    const { test, file, base, head } = reproduction;
    said.push({ is: 'reproduced', test, file, base: base.run_id, head: head.run_id });
  } else if (fixedIn(records).length === 0) said.push({ is: 'unproven' });
  if (tamper?.length === 0) said.push({ is: 'untampered' });
  for (const { file, line, kind } of tamper ?? []) said.push({ is: 'tampered', file, line, kind });
  return said.filter((claim) => claim.is !== 'tests' || claim.names.length > 0);
}

/** Whose words may be quoted; and of the Editor's only those that claim nothing. */
function quotesOf(records: FixRecords): readonly { readonly whose: Quoted; readonly words: string }[] {
  const { what = '', why = '' } = records.words ?? {};
  const own = [
    { whose: 'what', words: withoutResultClaims(what) },
    { whose: 'why', words: withoutResultClaims(why) },
  ] as const;
  return [
    { whose: 'asked', words: requestQuote(records) },
    { whose: 'excluded', words: excludedTestsText(records) },
    { whose: 'rejected', words: plainWords(records.planRejection ?? '') },
    ...own.filter(({ words }) => !sentencesOf(words).some(isAboutResults)),
    {
      whose: 'hypothesis',
      words: hypothesesOf(records)
        .map((each) => `- ${each}`)
        .join('\n'),
    },
  ];
}

const fencesOf = ({ diff, ...of }: FixRecords): readonly string[] =>
  (diff ? diffParts(diff.text, of) : []).flatMap((part) => ('fenced' in part ? [part.fenced] : []));
