// The timeline of a run as SVG: a lane for each agent, and a curve of the cost. Pure.

import { type Markup, markup, type Piece } from '../../html.js';
import { nameOf, stamp, usd } from '../describe.js';
import type { StepView } from '../document.js';
import { type PageContext, type Section, visible } from './parts.js';

// The time axis. Long pauses, such as waiting for an answer, are shortened: otherwise two days of waiting would leave no width for
// five minutes of work.

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Axis {
  /** The position of a time, from 0 to WAY. */
  readonly at: (time: number) => number;
  /** The shortened pauses, each with its real duration. */
  readonly breaks: readonly { readonly x: number; readonly width: number; readonly ms: number }[];
}

const WAY = 1000;

/** Pauses longer than this (ms) are shortened to at most the width CUT. */
const PAUSE = 120_000;
const CUT = 24;
const MOST_CUTS = 12;

function axisOf(stretches: readonly Stretch[]): Axis {
  const busy = joined(stretches);
  const work = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const cut = busy.length > 1 ? Math.min(CUT, (MOST_CUTS * CUT) / (busy.length - 1)) : 0;
  const scale = (WAY - cut * (busy.length - 1)) / Math.max(1, work);
  let x = 0;
  const placed = busy.map((stretch, n) => {
    const begins = x;
    x += (stretch.to - stretch.from) * scale + (n < busy.length - 1 ? cut : 0);
    return { ...stretch, x: begins };
  });
  const at = (time: number): number => {
    const on = placed.findLast(({ from }) => from <= time);
    return on ? on.x + (Math.min(time, on.to) - on.from) * scale : 0;
  };
  const breaks = placed.slice(1).map((next, n) => {
    const before = placed[n];
    return { x: next.x - cut, width: cut, ms: before ? next.from - before.to : 0 };
  });
  return { at, breaks };
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const groups: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    if (last && from - last.to <= PAUSE) last.to = Math.max(last.to, to);
    else groups.push({ from, to });
  }
  return groups;
}

const LANES = 8;
const MOST_BARS = 600;
const HEIGHT = 14;
const RISE = 56;

interface Lane {
  readonly name: string;
  readonly steps: readonly StepView[];
  readonly hue: number;
}

/** The timeline; empty for a run without agents and verifications. */
export function course(of: PageContext): Section {
  const { view, talks, say } = of;
  const { heading } = say;
  if (talks.length === 0 && view.verification.length === 0) return { id: 'course', title: heading.course, body: null };
  const times = view.steps.map((step) => ({ from: Date.parse(step.startedAt), to: endOf(step) }));
  const axis = axisOf([...times, ...view.signals.map(({ at }) => ({ from: Date.parse(at), to: Date.parse(at) }))]);
  const lanes = lanesOf(of);
  const [first, last] = [view.steps[0]?.startedAt ?? view.startedAt, view.steps.at(-1)?.endedAt ?? view.startedAt];
  return {
    id: 'course',
    title: heading.course,
    body: markup`<p class="soft">${say.course}</p><div class="lanes">${lanes.map((lane) => laneOf(lane, axis, of))}${people(axis, of)}${rise(axis, of)}
<p class="ends"><span>${stamp(first)}</span><span>${stamp(last)}</span></p></div>`,
  };
}

const endOf = ({ startedAt, endedAt }: StepView): number => Date.parse(endedAt ?? startedAt);
const whoOf = ({ name }: StepView): string => name.split(' ')[0] ?? '';

/** Lanes of the agents in the order in which they began, then a lane for crew's own steps. */
function lanesOf({ view, talks }: PageContext): readonly Lane[] {
  const agents = talks.slice(0, LANES).map(({ who }) => who);
  const own = view.steps.filter((step) => !agents.includes(whoOf(step)));
  return [
    ...agents.map((who, hue) => ({
      name: nameOf(who, agents),
      hue: hue % 6,
      steps: view.steps.filter((step) => whoOf(step) === who),
    })),
    ...(own.length > 0 ? [{ name: 'crew', hue: 6, steps: own }] : []),
  ];
}

function laneOf({ name, steps, hue }: Lane, axis: Axis, of: PageContext): Markup {
  // With very many steps only the longest are drawn; the others would not be visible.
  const shown = steps.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MOST_BARS);
  const label = `${visible(name.slice(0, 60))}: ${of.say.steps(steps.length)}`;
  return markup`<div class="lane hue-${hue}"><span class="lane-name">${visible(name.slice(0, 30))}</span><svg viewBox="0 0 ${WAY} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${breaks(axis, of)}${shown.map((step) => barOf(step, axis, of))}</svg></div>`;
}

const lengthOf = (step: StepView): number => endOf(step) - Date.parse(step.startedAt);

function barOf(step: StepView, axis: Axis, { say }: PageContext): Markup {
  const { name, startedAt, costUsd, status } = step;
  const [from, to] = [axis.at(Date.parse(startedAt)), axis.at(endOf(step))];
  const width = Math.max(2.5, to - from);
  const kind = costUsd > 0 || status === 'failed' ? `is-${status}` : 'is-light';
  const cost = costUsd > 0 ? ` · ${usd(costUsd)}` : '';
  return markup`<rect class="${kind}" x="${Math.min(from, WAY - width).toFixed(1)}" width="${width.toFixed(1)}" height="${HEIGHT}"><title>${visible(say.stepTitle(name).slice(0, 80))} · ${say.took(lengthOf(step))}${cost}</title></rect>`;
}

function breaks({ breaks: all }: Axis, { say }: PageContext): Piece {
  return all.map(
    ({ x, width, ms }) =>
      markup`<rect class="pause" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="${HEIGHT}"><title>${say.took(ms)}</title></rect>`,
  );
}

/** The lane with the times of signals. */
function people(axis: Axis, of: PageContext): Piece {
  const { signals } = of.view;
  if (signals.length === 0) return null;
  const dots = signals
    .slice(0, MOST_BARS)
    .map(
      ({ at, by }) =>
        markup`<rect class="is-word" x="${Math.min(axis.at(Date.parse(at)), WAY - 4).toFixed(1)}" width="4" height="${HEIGHT}"><title>${visible(by.login.slice(0, 60))} · ${stamp(at)}</title></rect>`,
    );
  return markup`<div class="lane"><span class="lane-name">${of.say.people}</span><svg viewBox="0 0 ${WAY} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${of.say.heading.signals}: ${signals.length}">${breaks(axis, of)}${dots}</svg></div>`;
}

/** The cumulative cost as a curve, with a step for each turn. */
function rise(axis: Axis, { view, say }: PageContext): Piece {
  const { spentUsd } = view.budget;
  const paid = view.steps.filter(({ costUsd }) => costUsd > 0).toSorted((a, b) => endOf(a) - endOf(b));
  if (spentUsd <= 0 || paid.length < 2) return null;
  const every = Math.ceil(paid.length / MOST_BARS);
  let sum = 0;
  const stairs = paid.flatMap((step, n) => {
    sum += step.costUsd;
    if (n % every !== 0 && n < paid.length - 1) return [];
    return [`H${axis.at(endOf(step)).toFixed(1)}V${(RISE - (sum / spentUsd) * (RISE - 4)).toFixed(1)}`];
  });
  const line = `M0 ${RISE}${stairs.join('')}H${WAY}`;
  return markup`<div class="lane is-rise"><span class="lane-name">${say.heading.cost}<br><b>${usd(spentUsd)}</b></span><svg viewBox="0 0 ${WAY} ${RISE}" preserveAspectRatio="none" role="img" aria-label="${say.heading.cost}: ${usd(spentUsd)}"><path class="area" d="${line}V${RISE}Z"/><path class="line" d="${line}"/></svg></div>`;
}
