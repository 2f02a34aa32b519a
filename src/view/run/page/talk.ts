import { singleLine } from '../../../text/clean-output.js';
import { type Markup, markup, type Piece } from '../../html.js';
import { argumentOf, inputTokensOf, many, nameOf, usd } from '../describe.js';
import type { CallResult, Part, Transcript, Turn } from '../transcripts.js';
import { replaced, written } from './changes.js';
import { anchorOf, block, moment, type PageContext, type Section, shownText, visible } from './parts.js';
import { prose } from './prose.js';

/** The turns of every agent. */
export function talk(of: PageContext): Section {
  const { talks, say, limits: room } = of;
  const all = talks.reduce((sum, { turns }) => sum + turns.length, 0);
  const left = talks.length - room.items;
  const share = all > room.turns ? room.turns / all : 1;
  const agents = talks.slice(0, room.items).map((each, n) => talkOf(each, { n, share }, of));
  const body = all > 0 && [agents, left > 0 && markup`<p class="soft">${say.more(left)}</p>`];
  return { id: 'talk', title: say.heading.talk, count: say.turns(all), body };
}

function talkOf({ who, turns }: Transcript, { n, share }: { n: number; share: number }, of: PageContext): Markup {
  const names = of.talks.map((each) => each.who);
  const most = Math.max(2, Math.floor(turns.length * share));
  // The beginning and the end are shown; the middle is left out.
  const first = turns.length > most ? Math.ceil(most / 4) : turns.length;
  const last = turns.length > most ? turns.slice(first - most) : [];
  const left = turns.length - first - last.length;
  const show = (turn: Turn) => turnOf(turn, { n, last: turn === turns.at(-1) }, of);
  return markup`<section class="talk hue-${n % 6}"><h3>${visible(nameOf(who, names).slice(0, 60))} <span class="count">${of.say.turns(turns.length)}</span></h3>
<ol class="turns">${turns.slice(0, first).map(show)}${left > 0 && markup`<li class="soft">${of.say.more(left)}</li>`}${last.map(show)}</ol></section>`;
}

function turnOf(turn: Turn, { n, last }: { n: number; last: boolean }, of: PageContext): Markup {
  const { number, notes, lost, parts, stop, began } = turn;
  const { say, limits: room } = of;
  const cut = stop === 'length' || stop === 'overflow' || stop === 'declined' ? say.stop[stop] : '';
  return markup`<li class="turn" id="${anchorOf(n, number)}"><p class="turn-head"><b>${say.turn(number)}</b> ${moment(new Date(began).toISOString())} <span>${costOf(turn, of)}</span></p>
<div class="turn-body">${notes.slice(0, room.items).map(({ name, text }) => markup`<aside class="note"><b>${say.note}</b> <span class="tag">${visible(name.slice(0, 60))}</span> ${shownText(text, room.prose, of)}</aside>`)}
${lost.slice(-room.items).map(({ why, usd: cost }) => markup`<p class="loss">${say.lostTurn({ why: visible(why.slice(0, 300)), usd: usd(cost) })}</p>`)}
${partsOf(parts, last, of)}${cut !== '' && markup`<p class="loss">${cut}</p>`}</div></li>`;
}

function partsOf(parts: readonly Part[], last: boolean, of: PageContext): Piece {
  const { limits: room, say } = of;
  const left = parts.length - room.calls;
  const shown = parts.slice(0, room.calls).map((part) => partOf(part, last, of));
  return [shown, left > 0 && markup`<p class="soft">${say.more(left)}</p>`];
}

function partOf(part: Part, last: boolean, of: PageContext): Markup {
  if (part.kind === 'call') return callOf(part, { last }, of);
  if (part.kind === 'said') return prose(part.text, of.limits.prose, of);
  return markup`<details class="thought"><summary>${of.say.thought}</summary>${prose(part.text, of.limits.prose, of)}</details>`;
}

function costOf({ usd: cost, tokens, stop }: Turn, { say }: PageContext): string {
  if (stop === '') return '';
  const { total, cachedPercent } = inputTokensOf(tokens);
  return `${usd(cost)} · ${say.tokens({ input: many(total), cachedPercent, out: many(tokens.out) })}`;
}

type Call = Extract<Part, { kind: 'call' }>;

/** A call, and whether its agent continued after it. */
interface Place {
  readonly last: boolean;
}

/** A call as a line that unfolds to its input and output. */
function callOf(call: Call, place: Place, of: PageContext): Markup {
  const { tool, input, deed } = call;
  const { mark, kind } = markOf(deed, tool);
  const facts = factsOf(deed, of);
  const note = noteOf(call, place, of);
  return markup`<details class="call ${kind}"><summary><span class="mark">${mark}</span><code class="tool">${visible(tool.slice(0, 60))}</code>
<span class="argument">${singleLine(argumentOf(input, 120))}</span>${facts !== '' && markup`<span class="soft">${facts}</span>`}</summary>
<div class="inside">${inputOf(call, of)}${outputOf(deed, of)}${note !== '' && markup`<p class="soft">${note}</p>`}</div></details>`;
}

function markOf(deed: CallResult, tool: string): { readonly mark: string; readonly kind: string } {
  if (deed.is === 'done') return deed.failed ? { mark: '✗', kind: 'is-failed' } : { mark: '✓', kind: '' };
  if (tool === 'answer' && deed.is === 'void') return { mark: '➤', kind: 'is-answer' };
  return { mark: '–', kind: 'is-void' };
}

function factsOf(deed: CallResult, { say }: PageContext): string {
  if (deed.is !== 'done') return '';
  const lines = deed.text === '' ? 0 : deed.text.replace(/\n$/, '').split('\n').length;
  return `${say.lines(lines)} · ${say.took(deed.ms)}`;
}

function noteOf({ tool, deed }: Call, { last }: Place, { view, say }: PageContext): string {
  if (deed.is === 'begun') return say.deed.begun;
  if (deed.is === 'done') return '';
  if (deed.why !== undefined) return `${say.deed.void} ${visible(deed.why.slice(0, 500))}`;
  if (tool === 'answer') return last ? (view.status === 'succeeded' ? say.deed.handedIn : '') : say.deed.sentBack;
  return last ? say.deed.never : say.deed.void;
}

function outputOf(deed: CallResult, of: PageContext): Piece {
  if (deed.is !== 'done') return null;
  const { say, limits: room } = of;
  const answer = deed.answered;
  return [
    markup`<h5>${say.output}</h5>${deed.text === '' ? markup`<p class="soft">${say.nothing}</p>` : block(deed.text, room.text, of)}`,
    answer !== undefined && markup`<h5>${say.person}</h5>${block(answer, room.text, of)}`,
  ];
}

function inputOf({ tool, input }: Call, of: PageContext): Piece {
  const fields = Object.entries(typeof input === 'object' && input !== null ? input : {});
  if (fields.length === 0) return null;
  const shown = fields.slice(0, of.limits.items).map(([name, value]) => fieldOf({ tool, name, value }, of));
  return markup`<h5>${of.say.input}</h5><dl class="fields">${shown}</dl>`;
}

function fieldOf({ tool, name, value }: { tool: string; name: string; value: unknown }, of: PageContext): Markup {
  const shown =
    changeIn({ tool, name, value }, of) ??
    (tool === 'answer' && typeof value === 'string' ? prose(value, of.limits.text, of) : fieldValue(value, of));
  return markup`<div><dt>${visible(name.slice(0, 60))}</dt><dd>${shown}</dd></div>`;
}

/** The diff of a call that edits or creates a file; null for other calls. */
function changeIn({ tool, name, value }: { tool: string; name: string; value: unknown }, of: PageContext): Piece {
  if (tool === 'write' && name === 'content' && typeof value === 'string') return written(value, of);
  if (tool !== 'edit' || name !== 'edits' || !Array.isArray(value)) return null;
  return value.slice(0, of.limits.items).map((each: unknown) => {
    const { old, new: young } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>;
    return typeof old === 'string' && typeof young === 'string' ? replaced(old, young, of) : fieldValue(each, of);
  });
}

function fieldValue(value: unknown, of: PageContext): Markup {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  if (text.length <= 100 && !text.includes('\n')) return markup`<code>${visible(text)}</code>`;
  return block(typeof value === 'string' ? value : JSON.stringify(value, null, 2), of.limits.text, of);
}
