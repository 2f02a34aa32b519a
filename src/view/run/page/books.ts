// The sections with costs, signals, memory, calls without approval, and steps.
import { type Markup, markup } from '../../html.js';
import { between, describeSignal, inputTokensOf, many, nameOf, usd } from '../describe.js';
import { aboutSteps, unaskedIn } from '../shown.js';
import { listed, moment, type PageContext, type Section, shownText, visible } from './parts.js';

/** The cost of each role. */
export function costs(of: PageContext): Section {
  const { view, talks, say, limits: room } = of;
  const { who, turns, cost, read, wrote } = say.column;
  const names = view.roles.map((role) => role.who);
  const most = Math.max(...view.roles.map(({ costUsd }) => costUsd), 1e-9);
  const hueOf = (name: string) => talks.findIndex((talk) => talk.who === name) % 6;
  const rows = view.roles.slice(0, room.items).map(({ who, turns, lost, costUsd, tokens }) => {
    const { total, cachedPercent } = inputTokensOf(tokens);
    const width = ((costUsd / most) * 100).toFixed(1);
    return markup`<tr><td>${visible(nameOf(who, names).slice(0, 60))}</td><td>${turns}${lost > 0 && ` (${say.lost(lost)})`}</td><td>${usd(costUsd)}</td><td class="bar hue-${hueOf(who)}"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="is-succeeded" width="${width}" height="8"/></svg></td><td>${many(total)} (${cachedPercent}%)</td><td>${many(tokens.out)}</td></tr>`;
  });
  const body =
    rows.length > 0 &&
    markup`<div class="wide-table" tabindex="0" role="group" aria-label="${say.heading.cost}"><table><thead><tr><th>${who}</th><th>${turns}</th><th>${cost}</th><th></th><th>${read}</th><th>${wrote}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  return { id: 'cost', title: say.heading.cost, body };
}

/** The signals to the run, with their times. */
export function words(of: PageContext): Section {
  const { view, say, limits: room } = of;
  const items = listed(
    view.signals,
    room.items,
    (word): Markup => {
      const { what, text } = describeSignal(word, say);
      return markup`<li><b>${visible(word.by.login.slice(0, 60))}</b> ${visible(what.slice(0, 200))} <span class="soft">${moment(word.at)}</span>${text !== '' && markup`<blockquote>${shownText(text, room.prose, of)}</blockquote>`}</li>`;
    },
    of,
  );
  const body = view.signals.length > 0 && markup`<ul class="people">${items}</ul>`;
  return { id: 'heard', title: say.heading.signals, body };
}

/** The memory entries that were used in prompts, with their origins. */
export function remembered(of: PageContext): Section {
  const { view, say, limits: room } = of;
  const { entries = [], problems = [] } = view.memory ?? {};
  const items = listed(
    entries,
    room.items,
    ({ id, name, origin }): Markup =>
      markup`<li><code>${visible((name ?? id).slice(0, 200))}</code> <span class="soft">${visible(origin.slice(0, 200))}</span></li>`,
    of,
  );
  const warnings = problems.map((problem) => markup`<li>${visible(problem.slice(0, 400))}</li>`);
  const body = view.memory !== undefined && markup`<ul class="people">${items}${warnings}</ul>`;
  return { id: 'memory', title: say.heading.memory, body };
}

/** Calls that ran without approval because of the sandbox. */
export function unasked(of: PageContext): Section {
  const { talks, say, limits: room } = of;
  const all = unaskedIn(talks);
  const items = listed(
    all,
    room.items,
    ({ who, text }): Markup =>
      markup`<li><b>${visible(who.slice(0, 60))}</b> <code>${visible(text.slice(0, 400))}</code></li>`,
    of,
  );
  const body = all.length > 0 && markup`<p class="soft">${say.unasked}</p><ul class="people">${items}</ul>`;
  return { id: 'unasked', title: say.heading.unasked, body };
}

const MARKS = { succeeded: '✓', failed: '✗', running: '…' } as const;

/** All steps, folded. */
export function steps(of: PageContext): Section {
  const { view, talks, say, limits: room } = of;
  const about = aboutSteps(talks);
  const { step, since, took, cost } = say.column;
  const left = view.steps.length - room.steps;
  const rows = view.steps.slice(-room.steps).map(({ name, status, startedAt, endedAt, costUsd }) => {
    const what = about(name);
    const time = endedAt === null ? say.status.running : say.took(between(startedAt, endedAt));
    return markup`<tr class="is-${status}"><td><span class="mark" title="${say.status[status]}">${MARKS[status]}</span> ${visible(say.stepTitle(name).slice(0, 120))}${what !== '' && markup` <code>${visible(what)}</code>`}</td><td>${moment(startedAt)}</td><td>${time}</td><td>${costUsd > 0 && usd(costUsd)}</td></tr>`;
  });
  const body =
    rows.length > 0 &&
    markup`<details class="fold"><summary>${say.steps(view.steps.length)}</summary>${left > 0 && markup`<p class="soft">${say.earlier(left)}</p>`}
<div class="wide-table" tabindex="0" role="group" aria-label="${say.heading.steps}"><table><thead><tr><th>${step}</th><th>${since}</th><th>${took}</th><th>${cost}</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
  return { id: 'steps', title: say.heading.steps, body };
}
