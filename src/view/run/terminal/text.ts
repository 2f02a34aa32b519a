// A run for a terminal, printed by `crew show`: status, cost, steps, signals, verifications, change, and the question or outcome. Pure.
import type { Signal } from '../../../ports/run.js';
import { cleanOutput } from '../../../text/clean-output.js';
import { alignColumns as lined, type Paint, wrapText } from '../../terminal.js';
import {
  agentName,
  describeSignal,
  durationMs,
  inputTokensOf,
  plainLine,
  preciseUsd,
  shortCount,
  utcMinute,
} from '../describe.js';
import {
  callSummaries,
  callsWithoutApproval,
  costLine,
  countChangedLines,
  outcomeText,
  replyCommands,
  requestText,
  type ShownRun,
  timeLine,
} from '../shown-run.js';

export interface RunScreen {
  readonly paint: Paint;
  readonly columns: number;
}

interface TextContext extends ShownRun, RunScreen {}

type SectionRenderer = (context: TextContext) => readonly string[];

/** The outcome comes last, so that it stands directly above the prompt. */
const SECTIONS: readonly SectionRenderer[] = [
  head,
  roles,
  steps,
  memoryEntries,
  signals,
  callsWithoutApprovalSection,
  verifications,
  comparisonSection,
  weakenedTests,
  changeSection,
  outcome,
];

/** The whole text. */
export function runText(shown: ShownRun, screen: RunScreen): string {
  const context = { ...shown, ...screen, columns: Math.max(40, screen.columns) };
  return SECTIONS.map((part) => part(context))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const MARKS = { succeeded: '✓', failed: '✗', running: '…' } as const;
const VERDICTS = { PASS: '✓', FAIL: '✗', INFRA_ERROR: '!' } as const;

function head(context: TextContext): readonly string[] {
  const { view, status, paint, columns } = context;
  const where = `${view.repo ?? ''}${view.issue === undefined ? '' : `#${view.issue}`}`;
  const asked = plainLine(requestText(view), columns);
  const cost = costLine(context);
  return [
    [paint.strong(view.run), status, plainLine(where, columns)].filter(Boolean).join(' · '),
    ...(asked === '' ? [] : [asked]),
    paint.faint(timeLine(context)),
    ...(cost === '' ? [] : [paint.faint(cost)]),
  ];
}

/** The cost of each agent; empty for a single agent, whose cost the first section has. */
function roles({ view, words, paint }: TextContext): readonly string[] {
  if (view.roles.length < 2) return [];
  const { who, turns, cost, read, wrote } = words.column;
  const names = view.roles.map((role) => role.who);
  const rows = view.roles.map(({ who, turns, lost, costUsd, tokens }) => {
    const { total, cachedPercent } = inputTokensOf(tokens);
    const count = lost > 0 ? `${turns} (${words.failedCalls(lost)})` : String(turns);
    return [
      `  ${plainLine(agentName(who, names, words), 30)}`,
      count,
      preciseUsd(costUsd),
      `${shortCount(total)} (${cachedPercent}%)`,
      shortCount(tokens.out),
    ];
  });
  return [
    paint.strong(words.heading.cost),
    ...lined([[`  ${who}`, turns, cost, read, wrote], ...rows]).map((line, n) => (n === 0 ? paint.faint(line) : line)),
  ];
}

function steps({ view, transcripts, words, paint, columns }: TextContext): readonly string[] {
  const about = callSummaries(transcripts);
  const rows = view.steps.map(({ name, startedAt, endedAt, costUsd }) => [
    plainLine(`${words.stepTitle(name)} ${about(name)}`, Math.max(20, columns - 40)),
    endedAt === null ? words.status.running : words.took(durationMs(startedAt, endedAt)),
    costUsd > 0 ? preciseUsd(costUsd) : '',
    startedAt.replace(/\.\d+Z$/, 'Z'),
  ]);
  const hues = { succeeded: paint.good, failed: paint.bad, running: paint.accent };
  return lined(rows).map((line, n) => {
    const status = view.steps[n]?.status ?? 'running';
    return `  ${hues[status](MARKS[status])} ${line}`;
  });
}

function signals({ view, words, paint, columns }: TextContext): readonly string[] {
  if (view.signals.length === 0) return [];
  return [
    paint.strong(words.heading.signals),
    ...view.signals.map((word) => `  ${signalLine(word, { words, columns })} ${paint.faint(utcMinute(word.at))}`),
  ];
}

/** The memory entries that were used in prompts, with their origins. */
function memoryEntries({ view: { memory }, words, paint, columns }: TextContext): readonly string[] {
  if (!memory) return [];
  return [
    paint.strong(words.heading.memory),
    ...memory.entries.map(({ id, name, origin }) => `  ${plainLine(`${name ?? id} · ${origin}`, columns - 2)}`),
    ...memory.problems.map((problem) => `  ${paint.bad('!')} ${plainLine(problem, columns - 4)}`),
  ];
}

/** Calls that ran without approval because of the sandbox. */
function callsWithoutApprovalSection({ transcripts, words, paint, columns }: TextContext): readonly string[] {
  const all = callsWithoutApproval(transcripts);
  if (all.length === 0) return [];
  const left = all.length - MAX_CALLS;
  return [
    `${paint.strong(words.heading.unapproved)} ${paint.faint(words.unapproved)}`,
    ...all.slice(0, MAX_CALLS).map(({ who, text }) => `  ${plainLine(`${who} · ${text}`, columns - 2)}`),
    ...(left > 0 ? [paint.faint(`  ${words.more(left)}`)] : []),
  ];
}

const MAX_CALLS = 20;

function signalLine(word: Signal, { words, columns }: Pick<TextContext, 'words' | 'columns'>): string {
  const { what, text } = describeSignal(word, words);
  return plainLine(`${word.by.login} ${what}${text === '' ? '' : `: ${text}`}`, columns - 24);
}

function verifications({ view, words, paint, columns }: TextContext): readonly string[] {
  if (view.verification.length === 0) return [];
  const rows = view.verification.flatMap(({ ref, status, steps }) => {
    const bad = steps.filter((step) => (step.status ?? (step.exit === 0 ? 'PASS' : 'FAIL')) !== 'PASS');
    const took = words.took(steps.reduce((sum, { ms }) => sum + ms, 0));
    const names = bad.map(({ name, exit }) => `${name} (${words.column.exit} ${exit ?? '–'})`).join(', ');
    return [
      [
        `  ${VERDICTS[status]} ${plainLine(words.part(ref), 30)}`,
        words.verdict[status],
        took,
        plainLine(names, columns - 40),
      ],
    ];
  });
  const failures = view.counters ? words.counters(view.counters) : '';
  return [
    paint.strong(words.heading.verification),
    ...lined(rows),
    ...(failures === '' ? [] : [`  ${paint.faint(failures)}`]),
  ];
}

const KINDS = ['broken', 'fixed', 'flaky', 'before'] as const;
const MAX_NAMES = 5;

function comparisonSection({ view: { comparison }, words, paint, columns }: TextContext): readonly string[] {
  if (!comparison) return [];
  const lines = KINDS.flatMap((kind) => {
    const names = comparison[kind];
    if (names.length === 0) return [];
    const left = names.length - MAX_NAMES;
    return [
      `  ${words.compared[kind]}: ${names.length}`,
      ...names.slice(0, MAX_NAMES).map((name) => `    ${plainLine(name, columns - 4)}`),
      ...(left > 0 ? [paint.faint(`    ${words.more(left)}`)] : []),
    ];
  });
  return [paint.strong(words.heading.comparison), ...(lines.length > 0 ? lines : [`  ${words.sameTests}`])];
}

function weakenedTests({ view: { tamper }, words, paint, columns }: TextContext): readonly string[] {
  if (!tamper) return [];
  const lines = tamper.map(
    ({ file, line, kind, why = '' }) => `  ${plainLine(`${file}:${line} ${kind} ${why}`, columns - 2)}`,
  );
  return [paint.strong(words.heading.tamper), ...(lines.length > 0 ? lines : [`  ${words.noTamper}`])];
}

function changeSection({ view: { diff }, words, paint, columns }: TextContext): readonly string[] {
  if (!diff) return [];
  const stat = words.diffOf({
    files: diff.files.length,
    ...countChangedLines(diff.text),
    base: plainLine(diff.base, 12),
  });
  const left = diff.files.length - 20;
  return [
    paint.strong(words.heading.diff),
    `  ${stat}`,
    ...diff.files.slice(0, 20).map((file) => `  ${plainLine(file, columns - 2)}`),
    ...(left > 0 ? [`  ${words.more(left)}`] : []),
  ];
}

/** The outcome; for a run that waits, its question and the commands that answer it. */
function outcome({ view, words, paint, columns }: TextContext): readonly string[] {
  const { awaits } = view;
  if (!awaits) return outcomeText(view) === '' ? [] : [cleanOutput(outcomeText(view))];
  return [
    paint.strong(paint.accent(words.heading.question)),
    ...awaits.question
      .split('\n')
      .flatMap((line) => wrapText(plainLine(line, 4000), columns - 2).map((each) => `  ${each}`)),
    ...(awaits.choices ?? []).map((choice) => `  - ${plainLine(choice, columns - 4)}`),
    `  ${words.reply(replyCommands(view, 'terminal'))}`,
  ];
}
