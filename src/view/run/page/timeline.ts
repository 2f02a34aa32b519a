// The timeline on the page of a run, as SVG: a lane for each agent, a lane for signals, and a curve of the cost. Used by page.ts. Pure.

import { type Markup, markup, type Piece } from '../../html.js';
import { agentName, preciseUsd, utcMinute } from '../describe.js';
import type { StepView } from '../document.js';
import { type PageContext, type Section, visible } from './parts.js';

// Long pauses, such as waiting for an answer, are shortened on the time axis. Otherwise two days of waiting would leave no width for five
// minutes of work.

/** A time in which something happened, in milliseconds. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Axis {
  /** The x position of a time, from 0 to AXIS_WIDTH. */
  readonly at: (time: number) => number;
  /** The shortened pauses, each with its real duration. */
  readonly breaks: readonly { readonly x: number; readonly width: number; readonly ms: number }[];
}

const AXIS_WIDTH = 1000;

/** Longer pauses are shortened. */
const MIN_PAUSE_MS = 120_000;
const MAX_BREAK_WIDTH = 24;
const MAX_FULL_BREAKS = 12;

/** The axis for these times. A shortened pause has the same width whatever its duration; together they take a limited part of the axis. */
function axisOf(stretches: readonly Stretch[]): Axis {
  const busy = mergeStretches(stretches);
  const work = busy.reduce((sum, { from, to }) => sum + to - from, 0);
  const cut = busy.length > 1 ? Math.min(MAX_BREAK_WIDTH, (MAX_FULL_BREAKS * MAX_BREAK_WIDTH) / (busy.length - 1)) : 0;
  const scale = (AXIS_WIDTH - cut * (busy.length - 1)) / Math.max(1, work);
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

/** The stretches in order. Those with a short pause between them become one. */
function mergeStretches(stretches: readonly Stretch[]): readonly Stretch[] {
  const groups: { from: number; to: number }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    if (last && from - last.to <= MIN_PAUSE_MS) last.to = Math.max(last.to, to);
    else groups.push({ from, to });
  }
  return groups;
}

const MAX_LANES = 8;
const MAX_BARS = 600;
const LANE_HEIGHT = 14;
const COST_HEIGHT = 56;

interface Lane {
  readonly name: string;
  readonly steps: readonly StepView[];
  readonly hue: number;
}

/** The section with the timeline. It has no body for a run without agents and verifications. */
export function timelineSection(context: PageContext): Section {
  const { view, transcripts, words } = context;
  const { heading } = words;
  if (transcripts.length === 0 && view.verification.length === 0)
    return { id: 'course', title: heading.timeline, body: null };
  const times = view.steps.map((step) => ({ from: Date.parse(step.startedAt), to: endOf(step) }));
  const axis = axisOf([...times, ...view.signals.map(({ at }) => ({ from: Date.parse(at), to: Date.parse(at) }))]);
  const lanes = lanesOf(context);
  const [first, last] = [view.steps[0]?.startedAt ?? view.startedAt, view.steps.at(-1)?.endedAt ?? view.startedAt];
  return {
    id: 'course',
    title: heading.timeline,
    body: markup`<p class="soft">${words.timelineNote}</p><div class="lanes">${lanes.map((lane) => laneOf(lane, axis, context))}${signalLane(axis, context)}${costCurve(axis, context)}
<p class="ends"><span>${utcMinute(first)}</span><span>${utcMinute(last)}</span></p></div>`,
  };
}

const endOf = ({ startedAt, endedAt }: StepView): number => Date.parse(endedAt ?? startedAt);
const whoOf = ({ name }: StepView): string => name.split(' ')[0] ?? '';

/** Lanes of the agents in the order in which they began, then a lane for crew's own steps. */
function lanesOf({ view, transcripts, words }: PageContext): readonly Lane[] {
  const agents = transcripts.slice(0, MAX_LANES).map(({ who }) => who);
  const own = view.steps.filter((step) => !agents.includes(whoOf(step)));
  return [
    ...agents.map((who, hue) => ({
      name: agentName(who, agents, words),
      hue: hue % 6,
      steps: view.steps.filter((step) => whoOf(step) === who),
    })),
    ...(own.length > 0 ? [{ name: 'crew', hue: 6, steps: own }] : []),
  ];
}

function laneOf({ name, steps, hue }: Lane, axis: Axis, context: PageContext): Markup {
  // Of very many steps only the longest are drawn. The others would be too narrow to see.
  const shown = steps.toSorted((a, b) => durationOf(b) - durationOf(a)).slice(0, MAX_BARS);
  const label = `${visible(name.slice(0, 60))}: ${context.words.steps(steps.length)}`;
  return markup`<div class="lane hue-${hue}"><span class="lane-name">${visible(name.slice(0, 30))}</span><svg viewBox="0 0 ${AXIS_WIDTH} ${LANE_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${breakElements(axis, context)}${shown.map((step) => barOf(step, axis, context))}</svg></div>`;
}

const durationOf = (step: StepView): number => endOf(step) - Date.parse(step.startedAt);

function barOf(step: StepView, axis: Axis, { words }: PageContext): Markup {
  const { name, startedAt, costUsd, status } = step;
  const [from, to] = [axis.at(Date.parse(startedAt)), axis.at(endOf(step))];
  const width = Math.max(2.5, to - from);
  const kind = costUsd > 0 || status === 'failed' ? `is-${status}` : 'is-light';
  const cost = costUsd > 0 ? ` · ${preciseUsd(costUsd)}` : '';
  return markup`<rect class="${kind}" x="${Math.min(from, AXIS_WIDTH - width).toFixed(1)}" width="${width.toFixed(1)}" height="${LANE_HEIGHT}"><title>${visible(words.stepTitle(name).slice(0, 80))} · ${words.took(durationOf(step))}${cost}</title></rect>`;
}

function breakElements({ breaks: all }: Axis, { words }: PageContext): Piece {
  return all.map(
    ({ x, width, ms }) =>
      markup`<rect class="pause" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="${LANE_HEIGHT}"><title>${words.took(ms)}</title></rect>`,
  );
}

/** The lane with the times of signals. */
function signalLane(axis: Axis, context: PageContext): Piece {
  const { signals } = context.view;
  if (signals.length === 0) return null;
  const dots = signals
    .slice(0, MAX_BARS)
    .map(
      ({ at, by }) =>
        markup`<rect class="is-word" x="${Math.min(axis.at(Date.parse(at)), AXIS_WIDTH - 4).toFixed(1)}" width="4" height="${LANE_HEIGHT}"><title>${visible(by.login.slice(0, 60))} · ${utcMinute(at)}</title></rect>`,
    );
  return markup`<div class="lane"><span class="lane-name">${context.words.people}</span><svg viewBox="0 0 ${AXIS_WIDTH} ${LANE_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${context.words.heading.signals}: ${signals.length}">${breakElements(axis, context)}${dots}</svg></div>`;
}

/** The cumulative cost as a curve, with a step for each turn. */
function costCurve(axis: Axis, { view, words }: PageContext): Piece {
  const { spentUsd } = view.budget;
  const paid = view.steps.filter(({ costUsd }) => costUsd > 0).toSorted((a, b) => endOf(a) - endOf(b));
  if (spentUsd <= 0 || paid.length < 2) return null;
  const every = Math.ceil(paid.length / MAX_BARS);
  let sum = 0;
  const stairs = paid.flatMap((step, n) => {
    sum += step.costUsd;
    if (n % every !== 0 && n < paid.length - 1) return [];
    return [`H${axis.at(endOf(step)).toFixed(1)}V${(COST_HEIGHT - (sum / spentUsd) * (COST_HEIGHT - 4)).toFixed(1)}`];
  });
  const line = `M0 ${COST_HEIGHT}${stairs.join('')}H${AXIS_WIDTH}`;
  return markup`<div class="lane is-rise"><span class="lane-name">${words.heading.cost}<br><b>${preciseUsd(spentUsd)}</b></span><svg viewBox="0 0 ${AXIS_WIDTH} ${COST_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words.heading.cost}: ${preciseUsd(spentUsd)}"><path class="area" d="${line}V${COST_HEIGHT}Z"/><path class="line" d="${line}"/></svg></div>`;
}
