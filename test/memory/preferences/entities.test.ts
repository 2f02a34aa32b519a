import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY, graphText, parseGraph, withEntities } from '../../../src/memory/graph.js';
import { preferencesIn, preferencesOf, withPreferences } from '../../../src/memory/preferences/entities.js';
import { applySignals } from '../../../src/memory/preferences/rules.js';
import {
  CLUSTERS,
  NOTHING_LEARNED,
  type PreferenceState,
  SIGNAL_KINDS,
} from '../../../src/memory/preferences/state.js';
import { rejectedCategories, withRejection } from '../../../src/memory/rules/knowledge.js';
import { processMemory } from '../../../src/memory/store.js';

const text = fc.string({ minLength: 1, maxLength: 30, unit: 'binary' });
const time = fc.integer({ min: 0, max: 1e9 }).map((n) => new Date(n * 1000).toISOString());
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const cluster = fc.constantFrom(...CLUSTERS);
const topic = fc.constantFrom('a1', 'b2', 'c3', 'd4');
const evidence = fc.record({ kind: fc.constantFrom(...SIGNAL_KINDS), quote: text, source: text, author: text, time });
const preference = fc
  .record({ cluster, topic, statement: text, weight: fc.integer({ min: 30, max: 80 }).map((n) => n / 10) })
  .chain((base) =>
    fc
      .record(
        {
          evidence: fc.array(evidence, { maxLength: 3 }),
          ...{ approvedAt: time, lastReinforced: time, lastReinforcedRun: fc.nat() },
          ...{ approvedBy: fc.constantFrom('maya', 'ann'), action: text, scope: text, condition: text },
        },
        { requiredKeys: ['evidence', 'approvedAt', 'lastReinforced', 'lastReinforcedRun'] },
      )
      .map((rest) => ({ ...base, name: `lp:${base.cluster}:${base.topic}`, ...rest })),
  );
const signal = fc
  .tuple(evidence, fc.record({ cluster, topic, statement: text, taskKind: text, run: text }))
  .map(([one, other]) => ({ ...one, ...other }));
const state: fc.Arbitrary<PreferenceState> = fc.record({
  preferences: fc.uniqueArray(preference, { selector: ({ name }) => name, maxLength: 4 }),
  signals: fc.uniqueArray(signal, { selector: (each) => JSON.stringify(each), maxLength: 4 }),
  proposed: fc.uniqueArray(fc.record({ id: text, name: text, weight: fc.constant(3) }), {
    selector: ({ id }) => id,
    maxLength: 3,
  }),
  rejected: fc.uniqueArray(fc.record({ name: text, at: time }), { selector: ({ name }) => name, maxLength: 3 }),
  lastId: fc.record({ lp: fc.nat(), update: fc.nat() }),
  ...{ runs: fc.nat(), milestone: fc.nat() },
  lastRun: maybe(fc.constantFrom('build-1-aaaaaaaa')),
  configVersion: maybe(fc.constantFrom('v1')),
  enabled: maybe(fc.boolean()),
});

describe('preferences in a graph', () => {
  it('are read as they were written, beside everything else', () => {
    const other = { name: 'python:style:quotes', entityType: 'lesson', observations: ['x'] };
    fc.assert(
      fc.property(state, (given) => {
        const graph = withPreferences(withEntities(EMPTY, [other]).graph, given);
        const again = parseGraph(graphText(graph));
        const sorted = (of: PreferenceState) => ({
          ...JSON.parse(JSON.stringify(of)),
          preferences: [...of.preferences].sort((a, b) => (a.name < b.name ? -1 : 1)),
        });
        expect(sorted(preferencesOf(again))).toEqual(sorted(given));
        expect(again.entities.get(other.name)).toEqual(other);
        expect(withPreferences(again, NOTHING_LEARNED).entities.size).toBe(2);
      }),
    );
  });

  it('are named and dated as the specification says', () => {
    const given: PreferenceState = {
      ...NOTHING_LEARNED,
      preferences: [
        {
          ...{ name: 'lp:defaults:indent_style', cluster: 'defaults', topic: 'indent_style', statement: 'Tabs.' },
          ...{ weight: 3, evidence: [], approvedAt: '2025-11-30T00:00:00.000Z' },
          ...{ lastReinforced: '2025-12-01T00:00:00.000Z', lastReinforcedRun: 2 },
        },
      ],
    };
    const { entities } = withPreferences(EMPTY, given);
    expect(entities.get('lp:defaults:indent_style')).toMatchObject({ entityType: 'learned_preference' });
    expect(entities.get('lp:defaults:indent_style')?.observations).toContain('[meta] Last reinforced: 2025-12-01');
    expect(entities.get('lp:_internal:metadata')?.observations).toContain('[total_lp_count] 1');
  });

  it('lose no signal when two runs write at once', async () => {
    const preferences = preferencesIn(processMemory());
    const add = (n: number) =>
      preferences.update((now) => {
        const one = {
          ...{ kind: 'correction' as const, cluster: 'defaults' as const, topic: 'indent_style', statement: 'Tabs.' },
          ...{ quote: 'use tabs', source: `c${n}`, author: 'maya', time: `2026-11-0${n}T00:00:00.000Z` },
          ...{ taskKind: 'build', run: `build-${n}-aaaaaaaa` },
        };
        const { state: next } = applySignals(now, [one], { run: one.run });
        return { state: next, value: undefined };
      });
    await Promise.all([1, 2, 3].map(add));
    const now = await preferences.read();
    expect(now.signals.map(({ source }) => source)).toEqual(['c1', 'c2', 'c3']);
    expect(now.proposed).toMatchObject([{ id: 'LP-001', weight: 3 }]);
  });
});

it('a rejected category is an entity of its own, and keeps every reason', () => {
  const rejection = { category: 'skill', date: '2026-11-19', from: 'cmd_001', description: 'a skill' };
  const once = withRejection(EMPTY, { ...rejection, reason: 'too many' });
  const twice = withRejection(once, { ...rejection, date: '2026-11-20', from: 'cmd_002' });
  expect(rejectedCategories(twice)).toEqual(['skill']);
  expect(twice.entities.get('workflow:rejected_proposal:skill')?.observations).toEqual([
    'Rejected on 2026-11-19 in cmd_001',
    'Proposal type: a skill',
    'Reason: too many',
    'Rejected on 2026-11-20 in cmd_002',
  ]);
});
