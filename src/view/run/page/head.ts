// The top of the page of a run: the header with status and cost, the question, and the outcome. Used by page.ts.
import { singleLine, truncate } from '../../../text/clean-output.js';
import { icons, type Markup, markup, type Piece } from '../../html.js';
import { preciseUsd } from '../describe.js';
import { costLine, outcomeText, replyCommands, requestText, timeLine } from '../shown-run.js';
import { renderMarkdown } from './markdown.js';
import { type PageContext, type Section, shownText, visible } from './parts.js';

/** The icon and the CSS class of a status. */
const LOOKS = {
  succeeded: { icon: icons.done, hue: 'of-done' },
  running: { icon: icons.in_progress, hue: 'of-in_progress' },
  awaiting: { icon: icons.unknown, hue: 'of-due' },
  partial: { icon: icons.in_progress, hue: 'of-due' },
  cancelled: { icon: icons.blocked, hue: 'of-incomplete' },
  refused: { icon: icons.blocked, hue: 'of-incomplete' },
} as const;
/** The same for all other statuses, which are failures. */
const BAD = { icon: icons.due, hue: 'of-blocked' } as const;

/** The header: request, status, duration and cost. */
export function head(context: PageContext): Markup {
  const { view, status, words } = context;
  const { icon, hue } = Object.hasOwn(LOOKS, view.status) ? LOOKS[view.status as keyof typeof LOOKS] : BAD;
  const failures = view.counters ? words.counters(view.counters) : '';
  const asked = singleLine(requestText(view).slice(0, 2000));
  const where = `${view.repo ?? ''}${view.issue === undefined ? '' : `#${view.issue}`}`;
  return markup`<header class="run-head"><p class="soft">${truncate(singleLine([view.workflow, where].filter((each) => each !== '').join(' · ')), 200)}</p>
<h1>${asked === '' ? view.run : truncate(asked, 160)}</h1>
<p class="facts"><span class="status word ${hue}">${icon}${status}</span><span>${timeLine(context)}</span><span>${costLine(context)}</span>${failures !== '' && markup`<span>${failures}</span>`}</p>
${meter(context)}${asked.length > 160 && markup`<details class="fold"><summary>${words.heading.asked}</summary><p class="prose is-plain">${shownText(view.asked, context.limits.prose, context)}</p></details>`}</header>`;
}

/** A bar with the cost, the limit and the estimate. */
function meter({ view, words }: PageContext): Piece {
  const { limitUsd, spentUsd, estimateUsd } = view.budget;
  if (limitUsd <= 0) return null;
  const whole = Math.max(limitUsd, spentUsd);
  const at = (amount: number) => ((Math.min(amount, whole) / whole) * 1000).toFixed(1);
  const [low, high] = estimateUsd;
  const width = Number(at(high)) - Number(at(low));
  const label = words.spent({ usd: preciseUsd(spentUsd), limit: preciseUsd(limitUsd) });
  return markup`<svg class="meter" viewBox="0 0 1000 8" preserveAspectRatio="none" role="img" aria-label="${label}"><rect class="whole" width="1000" height="8"/>${high > 0 && markup`<rect class="expected" x="${at(low)}" width="${width.toFixed(1)}" height="8"/>`}<rect class="spent" width="${at(spentUsd)}" height="8"/></svg>`;
}

/** The section with the question of a run that waits, and the commands that answer it. */
export function question(context: PageContext): Section {
  const { view, words, limits } = context;
  const { awaits } = view;
  const replies = replyCommands(view, view.issue === undefined ? 'terminal' : 'thread');
  const choices = (awaits?.choices ?? []).slice(0, limits.items);
  const body =
    awaits &&
    markup`<div class="box is-asking">${renderMarkdown(awaits.question, limits.prose, context)}
${choices.length > 0 && markup`<ul class="choices">${choices.map((choice) => markup`<li>${visible(choice.slice(0, 400))}</li>`)}</ul>`}
${replies.map((command) => markup`<div class="command"><code>${command}</code></div>`)}</div>`;
  return { id: 'question', title: words.heading.question, body: body ?? null };
}

/** The section with the outcome. */
export function outcome(context: PageContext): Section {
  const text = context.view.awaits ? '' : outcomeText(context.view);
  return {
    id: 'outcome',
    title: context.words.heading.outcome,
    body: text !== '' && markup`<div class="box">${renderMarkdown(text, context.limits.text, context)}</div>`,
  };
}
