// A run for a terminal: status, cost, steps, signals, question, verification and change. Pure.
import type { Signal } from '../../../ports/run.js';
import { cleanOutput } from '../../../text/clean-output.js';
import { columns as lined, type Paint, wrapped } from '../../terminal.js';
import { between, describeSignal, inputTokensOf, many, nameOf, plain, stamp, usd } from '../describe.js';
import {
  aboutSteps,
  changesIn,
  costLine,
  repliesOf,
  type Shown,
  saidBy,
  subjectOf,
  timeLine,
  unaskedIn,
} from '../shown.js';

export interface Screen {
  readonly paint: Paint;
  readonly columns: number;
}

interface TextContext extends Shown, Screen {}

type Part = (of: TextContext) => readonly string[];

/** The parts in order. The last one is nearest to the prompt. */
const PARTS: readonly Part[] = [
  head,
  roles,
  steps,
  remembered,
  signals,
  unasked,
  verifications,
  compared,
  tampered,
  changed,
  outcome,
];

export function runText(shown: Shown, screen: Screen): string {
  const of = { ...shown, ...screen, columns: Math.max(40, screen.columns) };
  return PARTS.map((part) => part(of))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

const MARKS = { succeeded: '✓', failed: '✗', running: '…' } as const;
const VERDICTS = { PASS: '✓', FAIL: '✗', INFRA_ERROR: '!' } as const;

function head(of: TextContext): readonly string[] {
  const { view, status, paint, columns } = of;
  const where = `${view.repo ?? ''}${view.issue === undefined ? '' : `#${view.issue}`}`;
  const asked = plain(subjectOf(view), columns);
  const cost = costLine(of);
  return [
    [paint.strong(view.run), status, plain(where, columns)].filter(Boolean).join(' · '),
    ...(asked === '' ? [] : [asked]),
    paint.faint(timeLine(of)),
    ...(cost === '' ? [] : [paint.faint(cost)]),
  ];
}

/** The cost of each role; empty for one role, whose cost is in the line above. */
function roles({ view, say, paint }: TextContext): readonly string[] {
  if (view.roles.length < 2) return [];
  const { who, turns, cost, read, wrote } = say.column;
  const names = view.roles.map((role) => role.who);
  const rows = view.roles.map(({ who, turns, lost, costUsd, tokens }) => {
    const { total, cachedPercent } = inputTokensOf(tokens);
    const count = lost > 0 ? `${turns} (${say.lost(lost)})` : String(turns);
    return [
      `  ${plain(nameOf(who, names), 30)}`,
      count,
      usd(costUsd),
      `${many(total)} (${cachedPercent}%)`,
      many(tokens.out),
    ];
  });
  return [
    paint.strong(say.heading.cost),
    ...lined([[`  ${who}`, turns, cost, read, wrote], ...rows]).map((line, n) => (n === 0 ? paint.faint(line) : line)),
  ];
}

function steps({ view, talks, say, paint, columns }: TextContext): readonly string[] {
  const about = aboutSteps(talks);
  const rows = view.steps.map(({ name, startedAt, endedAt, costUsd }) => [
    plain(`${say.stepTitle(name)} ${about(name)}`, Math.max(20, columns - 40)),
    endedAt === null ? say.status.running : say.took(between(startedAt, endedAt)),
    costUsd > 0 ? usd(costUsd) : '',
    startedAt.replace(/\.\d+Z$/, 'Z'),
  ]);
  const hues = { succeeded: paint.good, failed: paint.bad, running: paint.accent };
  return lined(rows).map((line, n) => {
    const status = view.steps[n]?.status ?? 'running';
    return `  ${hues[status](MARKS[status])} ${line}`;
  });
}

function signals({ view, say, paint, columns }: TextContext): readonly string[] {
  if (view.signals.length === 0) return [];
  return [
    paint.strong(say.heading.signals),
    ...view.signals.map((word) => `  ${wordLine(word, { say, columns })} ${paint.faint(stamp(word.at))}`),
  ];
}

/** The memory entries that were used in prompts, with their origins. */
function remembered({ view: { memory }, say, paint, columns }: TextContext): readonly string[] {
  if (!memory) return [];
  return [
    paint.strong(say.heading.memory),
    ...memory.entries.map(({ id, name, origin }) => `  ${plain(`${name ?? id} · ${origin}`, columns - 2)}`),
    ...memory.problems.map((problem) => `  ${paint.bad('!')} ${plain(problem, columns - 4)}`),
  ];
}

/** Calls that ran without approval because of the sandbox. */
function unasked({ talks, say, paint, columns }: TextContext): readonly string[] {
  const all = unaskedIn(talks);
  if (all.length === 0) return [];
  const left = all.length - MOST_UNASKED;
  return [
    `${paint.strong(say.heading.unasked)} ${paint.faint(say.unasked)}`,
    ...all.slice(0, MOST_UNASKED).map(({ who, text }) => `  ${plain(`${who} · ${text}`, columns - 2)}`),
    ...(left > 0 ? [paint.faint(`  ${say.more(left)}`)] : []),
  ];
}

const MOST_UNASKED = 20;

function wordLine(word: Signal, { say, columns }: Pick<TextContext, 'say' | 'columns'>): string {
  const { what, text } = describeSignal(word, say);
  return plain(`${word.by.login} ${what}${text === '' ? '' : `: ${text}`}`, columns - 24);
}

function verifications({ view, say, paint, columns }: TextContext): readonly string[] {
  if (view.verification.length === 0) return [];
  const rows = view.verification.flatMap(({ ref, status, steps }) => {
    const bad = steps.filter((step) => (step.status ?? (step.exit === 0 ? 'PASS' : 'FAIL')) !== 'PASS');
    const took = say.took(steps.reduce((sum, { ms }) => sum + ms, 0));
    const names = bad.map(({ name, exit }) => `${name} (${say.column.exit} ${exit ?? '–'})`).join(', ');
    return [
      [`  ${VERDICTS[status]} ${plain(say.part(ref), 30)}`, say.verdict[status], took, plain(names, columns - 40)],
    ];
  });
  const failures = view.counters ? say.counters(view.counters) : '';
  return [
    paint.strong(say.heading.verification),
    ...lined(rows),
    ...(failures === '' ? [] : [`  ${paint.faint(failures)}`]),
  ];
}

const KINDS = ['broken', 'fixed', 'flaky', 'before'] as const;
const MOST_NAMES = 5;

function compared({ view: { comparison }, say, paint, columns }: TextContext): readonly string[] {
  if (!comparison) return [];
  const lines = KINDS.flatMap((kind) => {
    const names = comparison[kind];
    if (names.length === 0) return [];
    const left = names.length - MOST_NAMES;
    return [
      `  ${say.compared[kind]}: ${names.length}`,
      ...names.slice(0, MOST_NAMES).map((name) => `    ${plain(name, columns - 4)}`),
      ...(left > 0 ? [paint.faint(`    ${say.more(left)}`)] : []),
    ];
  });
  return [paint.strong(say.heading.comparison), ...(lines.length > 0 ? lines : [`  ${say.sameTests}`])];
}

function tampered({ view: { tamper }, say, paint, columns }: TextContext): readonly string[] {
  if (!tamper) return [];
  const lines = tamper.map(
    ({ file, line, kind, why = '' }) => `  ${plain(`${file}:${line} ${kind} ${why}`, columns - 2)}`,
  );
  return [paint.strong(say.heading.tamper), ...(lines.length > 0 ? lines : [`  ${say.noTamper}`])];
}

function changed({ view: { diff }, say, paint, columns }: TextContext): readonly string[] {
  if (!diff) return [];
  const stat = say.diffOf({ files: diff.files.length, ...changesIn(diff.text), base: plain(diff.base, 12) });
  const left = diff.files.length - 20;
  return [
    paint.strong(say.heading.diff),
    `  ${stat}`,
    ...diff.files.slice(0, 20).map((file) => `  ${plain(file, columns - 2)}`),
    ...(left > 0 ? [`  ${say.more(left)}`] : []),
  ];
}

/** The outcome; for a run that waits, its question and how to answer it here. */
function outcome({ view, say, paint, columns }: TextContext): readonly string[] {
  const { awaits } = view;
  if (!awaits) return saidBy(view) === '' ? [] : [cleanOutput(saidBy(view))];
  return [
    paint.strong(paint.accent(say.heading.question)),
    ...awaits.question
      .split('\n')
      .flatMap((line) => wrapped(plain(line, 4000), columns - 2).map((each) => `  ${each}`)),
    ...(awaits.choices ?? []).map((choice) => `  - ${plain(choice, columns - 4)}`),
    `  ${say.reply(repliesOf(view, 'terminal'))}`,
  ];
}
