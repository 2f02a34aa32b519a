import { type Markup, markup, type Piece } from '../../board/page/markup.js';
import { many, readOf, usd } from '../amounts.js';
import { nameOf } from '../name-of.js';
import type { Part, Talk, Turn } from '../talk.js';
import { callOf } from './call.js';
import { prose } from './prose.js';
import { seen, shownText } from './seen.js';
import { anchorOf, moment, type Section, type Showing } from './showing.js';

/** What every agent said and did, as a conversation. */
export function talk(of: Showing): Section {
  const { talks, say, room } = of;
  const all = talks.reduce((sum, { turns }) => sum + turns.length, 0);
  const left = talks.length - room.items;
  const share = all > room.turns ? room.turns / all : 1;
  const agents = talks.slice(0, room.items).map((each, n) => talkOf(each, { n, share }, of));
  const body = all > 0 && [agents, left > 0 && markup`<p class="soft">${say.more(left)}</p>`];
  return { id: 'talk', title: say.heading.talk, count: say.turns(all), body };
}

function talkOf({ who, turns }: Talk, { n, share }: { n: number; share: number }, of: Showing): Markup {
  const names = of.talks.map((each) => each.who);
  const most = Math.max(2, Math.floor(turns.length * share));
  // How it began and how it ended are worth more than the middle.
  const first = turns.length > most ? Math.ceil(most / 4) : turns.length;
  const last = turns.length > most ? turns.slice(first - most) : [];
  const left = turns.length - first - last.length;
  const show = (turn: Turn) => turnOf(turn, { n, last: turn === turns.at(-1) }, of);
  return markup`<section class="talk hue-${n % 6}"><h3>${seen(nameOf(who, names).slice(0, 60))} <span class="count">${of.say.turns(turns.length)}</span></h3>
<ol class="turns">${turns.slice(0, first).map(show)}${left > 0 && markup`<li class="soft">${of.say.more(left)}</li>`}${last.map(show)}</ol></section>`;
}

function turnOf(turn: Turn, { n, last }: { n: number; last: boolean }, of: Showing): Markup {
  const { number, notes, lost, parts, stop, began } = turn;
  const { say, room } = of;
  const cut = stop === 'length' || stop === 'overflow' || stop === 'declined' ? say.stop[stop] : '';
  return markup`<li class="turn" id="${anchorOf(n, number)}"><p class="turn-head"><b>${say.turn(number)}</b> ${moment(new Date(began).toISOString())} <span>${costOf(turn, of)}</span></p>
<div class="turn-body">${notes.slice(0, room.items).map(({ name, text }) => markup`<aside class="note"><b>${say.note}</b> <span class="tag">${seen(name.slice(0, 60))}</span> ${shownText(text, room.prose, of)}</aside>`)}
${lost.slice(-room.items).map(({ why, usd: cost }) => markup`<p class="loss">${say.lostTurn({ why: seen(why.slice(0, 300)), usd: usd(cost) })}</p>`)}
${partsOf(parts, last, of)}${cut !== '' && markup`<p class="loss">${cut}</p>`}</div></li>`;
}

function partsOf(parts: readonly Part[], last: boolean, of: Showing): Piece {
  const { room, say } = of;
  const left = parts.length - room.calls;
  const shown = parts.slice(0, room.calls).map((part) => partOf(part, last, of));
  return [shown, left > 0 && markup`<p class="soft">${say.more(left)}</p>`];
}

function partOf(part: Part, last: boolean, of: Showing): Markup {
  if (part.kind === 'call') return callOf(part, { last }, of);
  if (part.kind === 'said') return prose(part.text, of.room.prose, of);
  return markup`<details class="thought"><summary>${of.say.thought}</summary>${prose(part.text, of.room.prose, of)}</details>`;
}

function costOf({ usd: cost, tokens, stop }: Turn, { say }: Showing): string {
  if (stop === '') return '';
  const { all, hit } = readOf(tokens);
  return `${usd(cost)} · ${say.tokens({ all: many(all), hit, out: many(tokens.out) })}`;
}
