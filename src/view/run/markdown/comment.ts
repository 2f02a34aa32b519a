// A run as Markdown: status, current step, cost, question, evidence and steps. The publish job writes it into the summary of the Actions run. Pure.
// It contains times and no ages, so that the text is the same as long as nothing happens.

import { code } from '../../../text/quote.js';
import { folded, inert, inertCode, markdownTable } from '../../markdown.js';
import { describeSignal, durationMs, preciseUsd, utcMinute } from '../describe.js';
import type { StepView } from '../document.js';
import {
  callSummaries,
  costLine,
  countChangedLines,
  outcomeText,
  replyCommands,
  requestText,
  type ShownRun,
} from '../shown-run.js';

/** Rows are short, so the text stays below GitHub's size limit. */
const MAX_STEPS = 100;
const MAX_SIGNALS = 10;

/** The whole text, in the language of the run. `isSaid`: the outcome is shown elsewhere and left out here. */
export function runComment(shown: ShownRun, { isSaid = false }: { readonly isSaid?: boolean } = {}): string {
  const end = isSaid ? '' : outcome(shown);
  const parts = [head(shown), currentStep(shown), meter(shown), question(shown), end, evidence(shown), signals(shown)];
  return `${[...parts.filter((part) => part !== ''), steps(shown), foot(shown)].join('\n\n')}\n`;
}

function head({ view, status }: ShownRun): string {
  const asked = inert(requestText(view), 200);
  return [`**${inert(view.workflow, 40)}** · ${status}`, ...(asked === '' ? [] : [`> ${asked}`])].join('\n\n');
}

/** The current step: the last one that is running, else the last one. Empty if the run has ended. */
function currentStep({ view, transcripts, words }: ShownRun): string {
  if (view.status !== 'running') return '';
  const step = view.steps.findLast(({ status }) => status === 'running') ?? view.steps.at(-1);
  if (!step) return '';
  const about = callSummaries(transcripts)(step.name);
  return `${words.now}: ${[inert(words.stepTitle(step.name), 60), ...(about === '' ? [] : [inertCode(about)])].join(' · ')}`;
}

const METER_BLOCKS = 20;

function meter(shown: ShownRun): string {
  const { limitUsd, spentUsd } = shown.view.budget;
  const line = costLine(shown);
  if (limitUsd <= 0 || line === '') return line;
  // Any cost fills at least one block. The bar is full only at the limit.
  const full = Math.min(
    Math.ceil((spentUsd / limitUsd) * METER_BLOCKS),
    spentUsd < limitUsd ? METER_BLOCKS - 1 : METER_BLOCKS,
  );
  return `\`${'█'.repeat(full)}${'░'.repeat(METER_BLOCKS - full)}\` ${line}`;
}

function question({ view, words }: ShownRun): string {
  const { awaits } = view;
  if (!awaits) return '';
  return [
    `**${words.heading.question}:** ${inert(awaits.question, 2000)}`,
    ...(awaits.choices ? [awaits.choices.map((choice) => `- ${inert(choice, 200)}`).join('\n')] : []),
    words.reply(replyCommands(view, 'thread').map(code)),
  ].join('\n\n');
}

/** The first paragraph of the outcome on one line, where lists and tables of the later ones would be unreadable. */
function outcome({ view, words }: ShownRun): string {
  const [first = ''] = outcomeText(view).split(/\n{2,}/);
  const paragraph = inert(first.replaceAll('**', ''), 600);
  return view.awaits || paragraph === '' ? '' : `**${words.heading.outcome}:** ${paragraph}`;
}

function evidence({ view, words }: ShownRun): string {
  const { verification, counters, comparison, tamper, diff } = view;
  const last = verification.at(-1);
  const failures = counters ? words.counters(counters) : '';
  const kinds = (['fixed', 'broken', 'flaky', 'before'] as const).filter((kind) => comparison?.[kind].length);
  const lines = [
    ...(last ? [`${inert(words.part(last.ref), 60)}: ${words.verdict[last.status]}`] : []),
    ...(failures === '' ? [] : [failures]),
    ...kinds.map((kind) => `${words.compared[kind]}: ${comparison?.[kind].length}`),
    ...(tamper && tamper.length > 0 ? [`${words.heading.tamper}: ${tamper.length}`] : []),
    ...(diff
      ? [
          words.diffOf({
            files: diff.files.length,
            ...countChangedLines(diff.text),
            base: inertCode(diff.base.slice(0, 12)),
          }),
        ]
      : []),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

function signals({ view, words }: ShownRun): string {
  return view.signals
    .slice(-MAX_SIGNALS)
    .map((signal) => {
      const { what, text } = describeSignal(signal, words);
      return `- ${utcMinute(signal.at)} · ${inertCode(signal.by.login)} ${inert(what, 80)}${text === '' ? '' : `: ${inert(text, 200)}`}`;
    })
    .join('\n');
}

const MARKS = { succeeded: '✓', failed: '✗', running: '…' } as const;

function steps({ view, transcripts, words }: ShownRun): string {
  const about = callSummaries(transcripts);
  const { step, since, took, cost } = words.column;
  const rowOf = ({ name, status, startedAt, endedAt, costUsd }: StepView) => {
    const what = about(name);
    return [
      `${MARKS[status]} ${inert(words.stepTitle(name), 60)}${what === '' ? '' : ` ${inertCode(what)}`}`,
      utcMinute(startedAt),
      endedAt === null ? words.status.running : words.took(durationMs(startedAt, endedAt)),
      costUsd > 0 ? preciseUsd(costUsd) : '',
    ];
  };
  const table = markdownTable([step, since, took, cost], view.steps.slice(-MAX_STEPS).map(rowOf));
  const left = view.steps.length - MAX_STEPS;
  return folded(words.steps(view.steps.length), left > 0 ? `${words.earlier(left)}\n\n${table}` : table);
}

function foot({ view, words }: ShownRun): string {
  const last = utcMinute(view.endedAt ?? view.steps.at(-1)?.endedAt ?? view.startedAt);
  const until = view.endedAt === undefined ? words.lastStepAt(last) : words.endedAt(last);
  return `<sub>${code(view.run)} · ${words.startedAt(utcMinute(view.startedAt))} · ${until}</sub>`;
}
