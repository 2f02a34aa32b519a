// The comment of a run, which is edited while it works: status, current step, cost and question. Pure.
// It contains times and no ages, so that it is only edited when something happened.

import { code } from '../../../text/quote.js';
import { folded, inert, inertCode, markdownTable } from '../../markdown.js';
import { between, describeSignal, stamp, usd } from '../describe.js';
import type { StepView } from '../document.js';
import { aboutSteps, changesIn, costLine, repliesOf, type Shown, saidBy, subjectOf } from '../shown.js';

/** The most rows in lists. Rows are short, so the comment stays below GitHub's size limit. */
const MOST_STEPS = 100;
const MOST_WORDS = 10;

/** The comment's body, in the language of the run. `isSaid`: the outcome is shown elsewhere and left out here. */
export function runComment(shown: Shown, { isSaid = false }: { readonly isSaid?: boolean } = {}): string {
  const end = isSaid ? '' : outcome(shown);
  const parts = [head(shown), now(shown), meter(shown), question(shown), end, proofs(shown), signals(shown)];
  return `${[...parts.filter((part) => part !== ''), steps(shown), foot(shown)].join('\n\n')}\n`;
}

function head({ view, status }: Shown): string {
  const asked = inert(subjectOf(view), 200);
  return [`**${inert(view.workflow, 40)}** · ${status}`, ...(asked === '' ? [] : [`> ${asked}`])].join('\n\n');
}

/** The current step: the last one that is running, else the last one. */
function now({ view, talks, say }: Shown): string {
  if (view.status !== 'running') return '';
  const step = view.steps.findLast(({ status }) => status === 'running') ?? view.steps.at(-1);
  if (!step) return '';
  const about = aboutSteps(talks)(step.name);
  return `${say.now}: ${[inert(step.name, 60), ...(about === '' ? [] : [inertCode(about)])].join(' · ')}`;
}

const LENGTH = 20;

function meter(shown: Shown): string {
  const { limitUsd, spentUsd } = shown.view.budget;
  const line = costLine(shown);
  if (limitUsd <= 0 || line === '') return line;
  // Any cost fills at least one block; the bar is full only if the limit is reached.
  const full = Math.min(Math.ceil((spentUsd / limitUsd) * LENGTH), spentUsd < limitUsd ? LENGTH - 1 : LENGTH);
  return `\`${'█'.repeat(full)}${'░'.repeat(LENGTH - full)}\` ${line}`;
}

function question({ view, say }: Shown): string {
  const { awaits } = view;
  if (!awaits) return '';
  return [
    `**${say.heading.question}:** ${inert(awaits.question, 2000)}`,
    ...(awaits.choices ? [awaits.choices.map((choice) => `- ${inert(choice, 200)}`).join('\n')] : []),
    say.reply(repliesOf(view, 'thread').map(code)),
  ].join('\n\n');
}

/** The first paragraph of the outcome. The answer has all of it; lists and tables would be lost in one line. */
function outcome({ view, say }: Shown): string {
  const [first = ''] = saidBy(view).split(/\n{2,}/);
  const said = inert(first.replaceAll('**', ''), 600);
  return view.awaits || said === '' ? '' : `**${say.heading.outcome}:** ${said}`;
}

function proofs({ view, say }: Shown): string {
  const { verification, counters, comparison, tamper, diff } = view;
  const last = verification.at(-1);
  const failures = counters ? say.counters(counters) : '';
  const kinds = (['fixed', 'broken', 'flaky', 'before'] as const).filter((kind) => comparison?.[kind].length);
  const lines = [
    ...(last ? [`${inert(say.part(last.ref), 60)}: ${say.verdict[last.status]}`] : []),
    ...(failures === '' ? [] : [failures]),
    ...kinds.map((kind) => `${say.compared[kind]}: ${comparison?.[kind].length}`),
    ...(tamper && tamper.length > 0 ? [`${say.heading.tamper}: ${tamper.length}`] : []),
    ...(diff
      ? [say.diffOf({ files: diff.files.length, ...changesIn(diff.text), base: inertCode(diff.base.slice(0, 12)) })]
      : []),
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

function signals({ view, say }: Shown): string {
  return view.signals
    .slice(-MOST_WORDS)
    .map((signal) => {
      const { what, text } = describeSignal(signal, say);
      return `- ${stamp(signal.at)} · ${inertCode(signal.by.login)} ${inert(what, 80)}${text === '' ? '' : `: ${inert(text, 200)}`}`;
    })
    .join('\n');
}

const MARKS = { succeeded: '✓', failed: '✗', running: '…' } as const;

function steps({ view, talks, say }: Shown): string {
  const about = aboutSteps(talks);
  const { step, since, took, cost } = say.column;
  const rowOf = ({ name, status, startedAt, endedAt, costUsd }: StepView) => {
    const what = about(name);
    return [
      `${MARKS[status]} ${inert(name, 60)}${what === '' ? '' : ` ${inertCode(what)}`}`,
      stamp(startedAt),
      endedAt === null ? say.status.running : say.took(between(startedAt, endedAt)),
      costUsd > 0 ? usd(costUsd) : '',
    ];
  };
  const table = markdownTable([step, since, took, cost], view.steps.slice(-MOST_STEPS).map(rowOf));
  const left = view.steps.length - MOST_STEPS;
  return folded(say.steps(view.steps.length), left > 0 ? `${say.earlier(left)}\n\n${table}` : table);
}

function foot({ view, say }: Shown): string {
  const last = view.endedAt ?? view.steps.at(-1)?.endedAt ?? view.startedAt;
  return `<sub>${code(view.run)} · ${say.since(stamp(view.startedAt))} · ${stamp(last)}</sub>`;
}
