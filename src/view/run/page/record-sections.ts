// The lists at the end of the page of a run: costs, signals, memory, calls without approval, and steps. Used by page.ts.
import { type Markup, markup } from '../../html.js';
import { agentName, describeSignal, durationMs, inputTokensOf, preciseUsd, shortCount } from '../describe.js';
import { callSummaries, callsWithoutApproval } from '../shown-run.js';
import { listItems, type PageContext, type Section, shownText, timeElement, visible } from './parts.js';

/** The table with the cost of each agent. */
export function costs(context: PageContext): Section {
  const { view, transcripts, words, limits } = context;
  const { who, turns, cost, read, wrote } = words.column;
  const names = view.roles.map((role) => role.who);
  const most = Math.max(...view.roles.map(({ costUsd }) => costUsd), 1e-9);
  const hueOf = (name: string) => transcripts.findIndex((talk) => talk.who === name) % 6;
  const rows = view.roles.slice(0, limits.items).map(({ who, turns, lost, costUsd, tokens }) => {
    const { total, cachedPercent } = inputTokensOf(tokens);
    const width = ((costUsd / most) * 100).toFixed(1);
    return markup`<tr><td>${visible(agentName(who, names, words).slice(0, 60))}</td><td>${turns}${lost > 0 && ` (${words.failedCalls(lost)})`}</td><td>${preciseUsd(costUsd)}</td><td class="bar hue-${hueOf(who)}"><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="is-succeeded" width="${width}" height="8"/></svg></td><td>${shortCount(total)} (${cachedPercent}%)</td><td>${shortCount(tokens.out)}</td></tr>`;
  });
  const body =
    rows.length > 0 &&
    markup`<div class="wide-table" tabindex="0" role="group" aria-label="${words.heading.cost}"><table><thead><tr><th>${who}</th><th>${turns}</th><th>${cost}</th><th></th><th>${read}</th><th>${wrote}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
  return { id: 'cost', title: words.heading.cost, body };
}

/** What people said to the run, with the times. */
export function signals(context: PageContext): Section {
  const { view, words, limits } = context;
  const items = listItems(
    view.signals,
    limits.items,
    (word): Markup => {
      const { what, text } = describeSignal(word, words);
      return markup`<li><b>${visible(word.by.login.slice(0, 60))}</b> ${visible(what.slice(0, 200))} <span class="soft">${timeElement(word.at)}</span>${text !== '' && markup`<blockquote>${shownText(text, limits.prose, context)}</blockquote>`}</li>`;
    },
    context,
  );
  const body = view.signals.length > 0 && markup`<ul class="people">${items}</ul>`;
  return { id: 'heard', title: words.heading.signals, body };
}

/** The memory entries that were used in prompts, with their origins. */
export function memoryEntries(context: PageContext): Section {
  const { view, words, limits } = context;
  const { entries = [], problems = [] } = view.memory ?? {};
  const items = listItems(
    entries,
    limits.items,
    ({ id, name, origin }): Markup =>
      markup`<li><code>${visible((name ?? id).slice(0, 200))}</code> <span class="soft">${visible(origin.slice(0, 200))}</span></li>`,
    context,
  );
  const warnings = problems.map((problem) => markup`<li>${visible(problem.slice(0, 400))}</li>`);
  const body = view.memory !== undefined && markup`<ul class="people">${items}${warnings}</ul>`;
  return { id: 'memory', title: words.heading.memory, body };
}

/** Calls that ran without approval because of the sandbox. */
export function callsWithoutApprovalSection(context: PageContext): Section {
  const { transcripts, words, limits } = context;
  const all = callsWithoutApproval(transcripts);
  const items = listItems(
    all,
    limits.items,
    ({ who, text }): Markup =>
      markup`<li><b>${visible(who.slice(0, 60))}</b> <code>${visible(text.slice(0, 400))}</code></li>`,
    context,
  );
  const body = all.length > 0 && markup`<p class="soft">${words.unapproved}</p><ul class="people">${items}</ul>`;
  return { id: 'unasked', title: words.heading.unapproved, body };
}

const MARKS = { succeeded: '✓', failed: '✗', running: '…' } as const;

/** The table of all steps, folded. */
export function steps(context: PageContext): Section {
  const { view, transcripts, words, limits } = context;
  const about = callSummaries(transcripts);
  const { step, since, took, cost } = words.column;
  const left = view.steps.length - limits.steps;
  const rows = view.steps.slice(-limits.steps).map(({ name, status, startedAt, endedAt, costUsd }) => {
    const what = about(name);
    const time = endedAt === null ? words.status.running : words.took(durationMs(startedAt, endedAt));
    return markup`<tr class="is-${status}"><td><span class="mark" title="${words.status[status]}">${MARKS[status]}</span> ${visible(words.stepTitle(name).slice(0, 120))}${what !== '' && markup` <code>${visible(what)}</code>`}</td><td>${timeElement(startedAt)}</td><td>${time}</td><td>${costUsd > 0 && preciseUsd(costUsd)}</td></tr>`;
  });
  const body =
    rows.length > 0 &&
    markup`<details class="fold"><summary>${words.steps(view.steps.length)}</summary>${left > 0 && markup`<p class="soft">${words.earlier(left)}</p>`}
<div class="wide-table" tabindex="0" role="group" aria-label="${words.heading.steps}"><table><thead><tr><th>${step}</th><th>${since}</th><th>${took}</th><th>${cost}</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
  return { id: 'steps', title: words.heading.steps, body };
}
