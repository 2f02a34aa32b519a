// The section of the page of a run with everything that the agents said and did, turn by turn. Used by page.ts.
import { singleLine } from '../../../text/clean-output.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { agentName, inputSummary, inputTokensOf, preciseUsd, shortCount } from '../describe.js';
import type { CallResult, Part, Transcript, Turn } from '../transcripts.js';
import { editDiff, newFileDiff } from './diffs.js';
import { renderMarkdown } from './markdown.js';
import { type PageContext, preformatted, type Section, shownText, timeElement, turnAnchor, visible } from './parts.js';

/** The section with the turns of every agent. With too many turns, each agent shows its share of the limit. */
export function transcriptSection(context: PageContext): Section {
  const { transcripts, words, limits } = context;
  const all = transcripts.reduce((sum, { turns }) => sum + turns.length, 0);
  const left = transcripts.length - limits.items;
  const share = all > limits.turns ? limits.turns / all : 1;
  const agents = transcripts.slice(0, limits.items).map((each, n) => agentElement(each, { n, share }, context));
  const body = all > 0 && [agents, left > 0 && markup`<p class="soft">${words.more(left)}</p>`];
  return { id: 'talk', title: words.heading.transcripts, count: words.turns(all), body };
}

function agentElement(
  { who, turns }: Transcript,
  { n, share }: { n: number; share: number },
  context: PageContext,
): Markup {
  const names = context.transcripts.map((each) => each.who);
  const most = Math.max(2, Math.floor(turns.length * share));
  // The beginning and the end are shown; the middle is left out.
  const first = turns.length > most ? Math.ceil(most / 4) : turns.length;
  const last = turns.length > most ? turns.slice(first - most) : [];
  const left = turns.length - first - last.length;
  const show = (turn: Turn) => turnElement(turn, { n, last: turn === turns.at(-1) }, context);
  return markup`<section class="talk hue-${n % 6}"><h3>${visible(agentName(who, names, context.words).slice(0, 60))} <span class="count">${context.words.turns(turns.length)}</span></h3>
<ol class="turns">${turns.slice(0, first).map(show)}${left > 0 && markup`<li class="soft">${context.words.more(left)}</li>`}${last.map(show)}</ol></section>`;
}

function turnElement(turn: Turn, { n, last }: { n: number; last: boolean }, context: PageContext): Markup {
  const { number, notes, failedCalls, parts, stop, startedAt } = turn;
  const { words, limits } = context;
  const cut = stop === 'length' || stop === 'overflow' || stop === 'declined' ? words.stop[stop] : '';
  return markup`<li class="turn" id="${turnAnchor(n, number)}"><p class="turn-head"><b>${words.turn(number)}</b> ${timeElement(new Date(startedAt).toISOString())} <span>${costOf(turn, context)}</span></p>
<div class="turn-body">${notes.slice(0, limits.items).map(({ name, text }) => markup`<aside class="note"><b>${words.note}</b> <span class="tag">${visible(name.slice(0, 60))}</span> ${shownText(text, limits.prose, context)}</aside>`)}
${failedCalls.slice(-limits.items).map(({ why, usd: cost }) => markup`<p class="loss">${words.failedCall({ why: visible(why.slice(0, 300)), usd: preciseUsd(cost) })}</p>`)}
${partsOf(parts, last, context)}${cut !== '' && markup`<p class="loss">${cut}</p>`}</div></li>`;
}

function partsOf(parts: readonly Part[], last: boolean, context: PageContext): Piece {
  const { limits, words } = context;
  const left = parts.length - limits.calls;
  const shown = parts.slice(0, limits.calls).map((part) => partElement(part, last, context));
  return [shown, left > 0 && markup`<p class="soft">${words.more(left)}</p>`];
}

function partElement(part: Part, last: boolean, context: PageContext): Markup {
  if (part.kind === 'call') return callElement(part, { last }, context);
  if (part.kind === 'said') return renderMarkdown(part.text, context.limits.prose, context);
  return markup`<details class="thought"><summary>${context.words.thought}</summary>${renderMarkdown(part.text, context.limits.prose, context)}</details>`;
}

function costOf({ usd: cost, tokens, stop }: Turn, { words }: PageContext): string {
  if (stop === '') return '';
  const { total, cachedPercent } = inputTokensOf(tokens);
  return `${preciseUsd(cost)} · ${words.tokens({ input: shortCount(total), cachedPercent, out: shortCount(tokens.out) })}`;
}

type Call = Extract<Part, { kind: 'call' }>;

interface CallPlace {
  /** Whether the call is in the last turn of its agent. */
  readonly last: boolean;
}

/** A call as a line that unfolds to its input and output. */
function callElement(call: Call, place: CallPlace, context: PageContext): Markup {
  const { tool, input, deed } = call;
  const { mark, kind } = markOf(deed, tool);
  const facts = factsOf(deed, context);
  const note = noteOf(call, place, context);
  return markup`<details class="call ${kind}"><summary><span class="mark">${mark}</span><code class="tool">${visible(tool.slice(0, 60))}</code>
<span class="argument">${singleLine(inputSummary(input, 120))}</span>${facts !== '' && markup`<span class="soft">${facts}</span>`}</summary>
<div class="inside">${inputOf(call, context)}${outputOf(deed, context)}${note !== '' && markup`<p class="soft">${note}</p>`}</div></details>`;
}

function markOf(deed: CallResult, tool: string): { readonly mark: string; readonly kind: string } {
  if (deed.is === 'done') return deed.failed ? { mark: '✗', kind: 'is-failed' } : { mark: '✓', kind: '' };
  if (tool === 'answer' && deed.is === 'void') return { mark: '➤', kind: 'is-answer' };
  return { mark: '–', kind: 'is-void' };
}

function factsOf(deed: CallResult, { words }: PageContext): string {
  if (deed.is !== 'done') return '';
  const lines = deed.text === '' ? 0 : deed.text.replace(/\n$/, '').split('\n').length;
  return `${words.lines(lines)} · ${words.took(deed.ms)}`;
}

/** Why a call has no output. Without a reason in the journal, the agent's last turn shows whether its answer was accepted. */
function noteOf({ tool, deed }: Call, { last }: CallPlace, { view, words }: PageContext): string {
  if (deed.is === 'begun') return words.callResult.begun;
  if (deed.is === 'done') return '';
  if (deed.why !== undefined) return `${words.callResult.void} ${visible(deed.why.slice(0, 500))}`;
  if (tool !== 'answer') return last ? words.callResult.never : words.callResult.void;
  if (!last) return words.callResult.sentBack;
  return view.status === 'succeeded' ? words.callResult.handedIn : '';
}

function outputOf(deed: CallResult, context: PageContext): Piece {
  if (deed.is !== 'done') return null;
  const { words, limits } = context;
  const answer = deed.answered;
  return [
    markup`<h5>${words.output}</h5>${deed.text === '' ? markup`<p class="soft">${words.nothing}</p>` : preformatted(deed.text, limits.text, context)}`,
    answer !== undefined && markup`<h5>${words.person}</h5>${preformatted(answer, limits.text, context)}`,
  ];
}

function inputOf({ tool, input }: Call, context: PageContext): Piece {
  const fields = Object.entries(typeof input === 'object' && input !== null ? input : {});
  if (fields.length === 0) return null;
  const shown = fields.slice(0, context.limits.items).map(([name, value]) => fieldOf({ tool, name, value }, context));
  return markup`<h5>${context.words.input}</h5><dl class="fields">${shown}</dl>`;
}

function fieldOf({ tool, name, value }: { tool: string; name: string; value: unknown }, context: PageContext): Markup {
  const shown =
    fileChange({ tool, name, value }, context) ??
    (tool === 'answer' && typeof value === 'string'
      ? renderMarkdown(value, context.limits.text, context)
      : fieldValue(value, context));
  return markup`<div><dt>${visible(name.slice(0, 60))}</dt><dd>${shown}</dd></div>`;
}

/** The diff of a call that edits or creates a file; null for other calls. */
function fileChange(
  { tool, name, value }: { tool: string; name: string; value: unknown },
  context: PageContext,
): Piece {
  if (tool === 'write' && name === 'content' && typeof value === 'string') return newFileDiff(value, context);
  if (tool !== 'edit' || name !== 'edits' || !Array.isArray(value)) return null;
  return value.slice(0, context.limits.items).map((each: unknown) => {
    const { old, new: young } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>;
    return typeof old === 'string' && typeof young === 'string'
      ? editDiff(old, young, context)
      : fieldValue(each, context);
  });
}

function fieldValue(value: unknown, context: PageContext): Markup {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= 100 && !text.includes('\n')) return markup`<code>${visible(text)}</code>`;
  return preformatted(typeof value === 'string' ? value : JSON.stringify(value, null, 2), context.limits.text, context);
}
