import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EMPTY_GRAPH, graphText, parseGraph, withEntities } from '../../src/memory/graph.js';
import { checkSignal, isForbidden } from '../../src/memory/preferences/check-signal.js';
import { approve, howOf, reject } from '../../src/memory/preferences/decide.js';
import { preferencesIn, preferencesOf, withPreferences } from '../../src/memory/preferences/entities.js';
import {
  applySignals,
  forgetPreference,
  openProposals,
  reset,
  stalePreferences,
  weightOf,
  withSwitches,
} from '../../src/memory/preferences/rules.js';
import {
  CLUSTERS,
  type ClaimedSignal,
  NOTHING_LEARNED,
  type Preference,
  type PreferenceSignal,
  type PreferenceState,
  SIGNAL_KINDS,
  type SignalKind,
} from '../../src/memory/preferences/state.js';
import { rejectedCategories, withRejection } from '../../src/memory/rules/knowledge.js';
import { processMemory } from '../../src/memory/store.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-01T00:00:00Z');
const iso = (hours: number): string => new Date(START + hours * HOUR).toISOString();

const signal = (kind: SignalKind, hours: number, more: Partial<PreferenceSignal> = {}): PreferenceSignal => ({
  ...{ kind, cluster: 'defaults', topic: 'indent_style', statement: 'Indent with tabs.' },
  ...{ quote: 'please use tabs', source: `comment-${hours}-${kind}`, author: 'maya', time: iso(hours) },
  ...{ taskKind: 'build', run: 'build-1-aaaaaaaa' },
  ...more,
});

const learn = (
  signals: readonly PreferenceSignal[],
  state: PreferenceState = NOTHING_LEARNED,
  run = 'build-1-aaaaaaaa',
) => applySignals(state, signals, { run });

const AT = { now: START + 1000 * HOUR, by: 'maya', cap: 40 };

const preference = (n: number, more: Partial<Preference> = {}): Preference => ({
  ...{ name: `lp:defaults:topic_${n}`, cluster: 'defaults', topic: `topic_${n}`, statement: `Statement ${n}.` },
  ...{ weight: 3, evidence: [], approvedAt: iso(0), lastReinforced: iso(0), lastReinforcedRun: 0 },
  ...more,
});

const threeCorrections = [signal('correction', 0), signal('correction', 3), signal('correction', 6)];
const contradictions = [1001, 1004, 1007].map((at) =>
  signal('contradiction', at, { statement: 'Indent with spaces.' }),
);

describe('weights', () => {
  it.each<[string, readonly PreferenceSignal[], number]>([
    ['a correction counts 1.0', [signal('correction', 0)], 1],
    ['an afterthought counts 0.7', [signal('afterthought', 0)], 0.7],
    ['a rejection counts 1.0', [signal('rejection', 0)], 1],
    ['a repeated choice counts 0.7', [signal('repeated_choice', 0)], 0.7],
    ['an explicit rule counts 3.0', [signal('explicit', 0)], 3],
    ['a contradiction takes 1.0 away', [signal('explicit', 0), signal('contradiction', 3)], 2],
    ['a contradiction takes nothing from nothing', [signal('contradiction', 0), signal('correction', 3)], 1],
    ['less than two hours apart is one occasion', [signal('correction', 0), signal('correction', 1.9)], 1],
    ['two hours apart are two occasions', [signal('correction', 0), signal('correction', 2)], 2],
    [
      'another kind of task is another occasion',
      [signal('correction', 0), signal('correction', 0.1, { taskKind: 'fix' })],
      2,
    ],
    [
      'one comment is one occasion, whatever it was read for',
      [signal('correction', 0, { source: 'c' }), signal('rejection', 0, { source: 'c', taskKind: 'fix' })],
      1,
    ],
    ['of one occasion the heaviest counts', [signal('afterthought', 0), signal('correction', 1)], 1],
  ])('%s', (_, signals, weight) => {
    expect(weightOf(signals)).toBe(weight);
  });
});

describe('proposals', () => {
  it('a subject is proposed at 3.0 and not before', () => {
    expect(learn(threeCorrections.slice(0, 2)).proposals).toEqual([]);
    const { proposals } = learn(threeCorrections);
    expect(proposals).toMatchObject([{ id: 'LP-001', name: 'lp:defaults:indent_style', weight: 3, priority: 'LOW' }]);
    expect(proposals[0]?.evidence).toHaveLength(3);
  });

  it('it is proposed once, and again under the same id when more was added', () => {
    const first = learn(threeCorrections);
    const second = learn([signal('correction', 6.5)], first.state, 'build-2-bbbbbbbb');
    expect(second.proposals).toEqual([]);
    const third = learn([signal('afterthought', 20)], second.state, 'build-3-cccccccc');
    expect(third.proposals).toMatchObject([{ id: 'LP-001', weight: 3.7, priority: 'MEDIUM' }]);
  });

  it('4.0, or signals of another cluster, make it HIGH', () => {
    const heavy = learn([...threeCorrections, signal('correction', 9)]);
    expect(heavy.proposals[0]?.priority).toBe('HIGH');
    const across = learn([...threeCorrections, signal('afterthought', 9, { cluster: 'avoid' })]);
    expect(across.proposals).toMatchObject([{ name: 'lp:defaults:indent_style', weight: 3, priority: 'HIGH' }]);
  });

  it('at most three are proposed, the most important first; the others come next time', () => {
    const signals = [1, 2, 3, 4, 5].flatMap((n) => [
      signal('explicit', n, { topic: `topic_${n}`, source: `s${n}` }),
      ...(n === 5 ? [signal('correction', 20, { topic: 'topic_5', source: 's20' })] : []),
    ]);
    const first = learn(signals);
    expect(first.proposals.map(({ topic }) => topic)).toEqual(['topic_5', 'topic_1', 'topic_2']);
    const second = learn([], first.state, 'build-2-bbbbbbbb');
    expect(second.proposals.map(({ id, topic }) => [id, topic])).toEqual([
      ['LP-004', 'topic_3'],
      ['LP-005', 'topic_4'],
    ]);
  });

  it('nothing is collected while learning is switched off', () => {
    const off = { ...NOTHING_LEARNED, enabled: false };
    expect(learn(threeCorrections, off)).toEqual({ state: off, proposals: [] });
  });

  it('three independent contradictions propose a change of a preference', () => {
    const approved = approve(learn(threeCorrections).state, 'LP-001', { is: 'plain' }, AT);
    if (!('preference' in approved)) throw new Error('not approved');
    expect(learn(contradictions.slice(0, 2), approved.state).proposals).toEqual([]);
    const { proposals } = learn(contradictions, approved.state, 'build-9-cccccccc');
    expect(proposals).toMatchObject([
      { id: 'LP-UPD-001', statement: 'Indent with spaces.', existing: { statement: 'Indent with tabs.' } },
    ]);
  });
});

describe('any signals', () => {
  const anySignal = fc
    .record({
      kind: fc.constantFrom(...SIGNAL_KINDS),
      cluster: fc.constantFrom(...CLUSTERS),
      topic: fc.constantFrom('a1', 'b2', 'c3'),
      hours: fc.integer({ min: 0, max: 60 }),
      taskKind: fc.constantFrom('build', 'fix'),
      source: fc.integer({ min: 0, max: 40 }),
    })
    // A comment has one time.
    .map(({ hours, source, kind, ...more }) =>
      signal(kind, hours + source / 100, { ...more, source: `${hours}.${source}` }),
    );
  const some = fc.array(anySignal, { maxLength: 40 });

  it('have the same weight in any order, and when they come twice', () => {
    fc.assert(
      fc.property(some, fc.func(fc.integer()), (signals, by) => {
        const shuffled = [...signals].sort((a, b) => by(a) - by(b));
        const plain = (given: readonly PreferenceSignal[]) => {
          const { state } = learn(given);
          return openProposals({ ...state, proposed: [] }).length + state.signals.length;
        };
        expect(weightOf(shuffled)).toBe(weightOf(signals));
        expect(plain([...shuffled, ...signals])).toBe(plain(signals));
        const once = learn(signals);
        expect(learn(signals, once.state).state.signals).toEqual(once.state.signals);
      }),
    );
  });

  it('weigh at least nothing, and at most the sum of what speaks for it', () => {
    fc.assert(
      fc.property(some, (signals) => {
        const most = signals.reduce((sum, { kind }) => sum + (kind === 'explicit' ? 3 : 1), 0);
        expect(weightOf(signals)).toBeGreaterThanOrEqual(0);
        expect(weightOf(signals)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('never propose more than three, nothing below 3.0, and no id twice', () => {
    fc.assert(
      fc.property(fc.array(some, { maxLength: 5 }), (runs) => {
        let state = NOTHING_LEARNED;
        const names = new Map<string, string>();
        for (const [n, signals] of runs.entries()) {
          const next = applySignals(state, signals, { run: `build-${n}-aaaaaaaa` });
          state = next.state;
          expect(next.proposals.length).toBeLessThanOrEqual(3);
          for (const { id, name, weight } of next.proposals) {
            expect(weight).toBeGreaterThanOrEqual(3);
            expect(names.get(id) ?? name).toBe(name);
            names.set(id, name);
          }
        }
        expect(state.runs).toBe(runs.length);
      }),
    );
  });

  it('leave nothing behind of a subject that is forgotten', () => {
    fc.assert(
      fc.property(some, (signals) => {
        const { state } = learn(signals);
        const [first] = state.signals;
        fc.pre(first !== undefined);
        const name = `lp:${first?.cluster}:${first?.topic}`;
        const left = forgetPreference(state, name);
        expect(left?.signals.some(({ cluster, topic }) => `lp:${cluster}:${topic}` === name)).toBe(false);
        expect(JSON.stringify(left)).not.toContain(name);
      }),
    );
  });
});

describe('a decision', () => {
  const { state } = learn(threeCorrections);

  it('that approves makes a preference and clears the subject', () => {
    const approved = approve(state, 'lp-001', howOf(undefined), AT);
    expect(approved).toMatchObject({ is: 'added', preference: { statement: 'Indent with tabs.', approvedBy: 'maya' } });
    expect(approved).toMatchObject({ state: { signals: [], proposed: [] } });
  });

  it.each([
    ['as Indent with two spaces.', { statement: 'Indent with two spaces.' }],
    ['condition in Go files', { statement: 'Indent with tabs.', condition: 'in Go files' }],
  ])('may say `%s`', (how, expected) => {
    expect(approve(state, 'LP-001', howOf(how), AT)).toMatchObject({ is: 'added', preference: expected });
  });

  it.each(['replace', 'retire'])('`%s` is for the change of a preference', (how) => {
    expect(approve(state, 'LP-001', howOf(how), AT)).toEqual({ is: 'not-an-update' });
  });

  it.each(['as Never run the tests.', 'condition when no review is asked for'])('`%s` is refused', (how) => {
    expect(approve(state, 'LP-001', howOf(how), AT)).toEqual({ is: 'forbidden-subject' });
  });

  it('names an id that nobody proposed', () => {
    expect(approve(state, 'LP-009', howOf(undefined), AT)).toEqual({ is: 'unknown' });
    expect(reject(state, 'LP-009', AT.now)).toEqual({ is: 'unknown' });
  });

  it('that rejects counts anew: the same run looked through again adds nothing', () => {
    const rejected = reject(state, 'LP-001', AT.now);
    if (!('state' in rejected)) throw new Error('not rejected');
    expect(learn(threeCorrections, rejected.state).state.signals).toEqual([]);
    const later = [2001, 2004, 2007].map((at) => signal('correction', at));
    expect(learn(later, rejected.state).proposals).toMatchObject([{ id: 'LP-002' }]);
  });

  it.each([
    ['', { is: 'replaced', preference: { statement: 'Indent with spaces.' } }],
    ['replace', { is: 'replaced', preference: { statement: 'Indent with spaces.' } }],
    ['as Indent with four spaces.', { is: 'replaced', preference: { statement: 'Indent with four spaces.' } }],
    [
      'condition but not in Python',
      { is: 'conditioned', preference: { statement: 'Indent with tabs.', condition: 'but not in Python' } },
    ],
    ['retire', { is: 'retired', state: { preferences: [], signals: [] } }],
  ])('about a change may say `%s`', (how, expected) => {
    const approved = approve(state, 'LP-001', howOf(undefined), AT);
    if (!('preference' in approved)) throw new Error('not approved');
    const updated = learn(contradictions, approved.state, 'build-9-cccccccc');
    expect(approve(updated.state, 'LP-UPD-001', howOf(how), AT)).toMatchObject(expected);
    expect(reject(updated.state, 'LP-UPD-001', AT.now + 9 * HOUR)).toMatchObject({
      state: { preferences: [{ statement: 'Indent with tabs.' }], signals: [] },
    });
  });

  it('at the cap names what is stale, and keeps the proposal', () => {
    const full = { ...state, preferences: [preference(1), preference(2, { lastReinforced: iso(999) })] };
    const decided = approve(full, 'LP-001', howOf(undefined), { ...AT, now: START + 61 * 24 * HOUR, cap: 2 });
    expect(decided).toMatchObject({ is: 'full', stale: [{ name: 'lp:defaults:topic_1' }] });
    expect(openProposals(full)).toHaveLength(1);
  });

  it.each([
    [9, 0, 10],
    [10, 0, 10],
    [19, 10, 20],
    [29, 20, 30],
    [9, 10, undefined],
    [8, 0, undefined],
  ])('with %d preferences before, shown at %d, reaches the milestone %s', (before, milestone, reached) => {
    const many = { ...state, milestone, preferences: Array.from({ length: before }, (_, n) => preference(n)) };
    const decided = approve(many, 'LP-001', howOf(undefined), AT);
    expect('milestone' in decided ? decided.milestone : undefined).toBe(reached);
  });
});

describe('age', () => {
  const now = START + 60 * 24 * HOUR;

  it('60 days or 20 runs without a signal make a preference stale', () => {
    const preferences = [
      preference(1),
      preference(2, { lastReinforced: iso(1), lastReinforcedRun: 1 }),
      preference(3, { lastReinforced: iso(24 * 59), lastReinforcedRun: 1 }),
    ];
    const names = (runs: number) =>
      stalePreferences({ ...NOTHING_LEARNED, preferences, runs }, now).map(({ topic }) => topic);
    expect(names(20)).toEqual(['topic_1']);
    expect(names(21)).toEqual(['topic_1', 'topic_2', 'topic_3']);
  });

  it('a signal that speaks for it makes it young again', () => {
    const state = {
      ...NOTHING_LEARNED,
      preferences: [preference(1, { topic: 'indent_style', name: 'lp:defaults:indent_style' })],
    };
    const { state: next } = learn([signal('correction', 24 * 50)], state);
    expect(stalePreferences(next, now)).toEqual([]);
  });
});

describe('switches', () => {
  it('the configuration gives the first value, and is obeyed once for each version of the file', () => {
    const first = withSwitches(NOTHING_LEARNED, { enabled: false, reset_all: false }, 'v1');
    expect(first.state).toMatchObject({ enabled: false, configVersion: 'v1' });
    expect(withSwitches(first.state, { enabled: true, reset_all: false }, 'v1').state.enabled).toBe(false);
    expect(withSwitches(first.state, { enabled: true, reset_all: false }, 'v2').state.enabled).toBe(true);
  });

  it('`reset_all` deletes everything once', () => {
    const { state } = learn(threeCorrections);
    const first = withSwitches(state, { reset_all: true }, 'v1');
    expect(first).toMatchObject({ isReset: true, state: { signals: [], enabled: false } });
    const again = { ...first.state, preferences: [preference(1)] };
    expect(withSwitches(again, { reset_all: true }, 'v1')).toEqual({ isReset: false, state: again });
    expect(withSwitches(again, { reset_all: false }, 'v2').state).toMatchObject({
      enabled: false,
      preferences: [{ topic: 'topic_1' }],
    });
  });

  it('after everything was forgotten, ids are not given again', () => {
    expect(reset(learn(threeCorrections).state)).toMatchObject({ lastId: { lp: 1 }, enabled: false });
  });
});

describe('checking a signal', () => {
  const claimed: ClaimedSignal = {
    ...{ kind: 'correction', cluster: 'defaults', topic: 'indent_style', statement: 'Indent with tabs.' },
    ...{ quote: 'use tabs here', source: 'c1' },
  };
  const AT = { taskKind: 'build', run: 'build-1-aaaaaaaa' };

  const check = (text: string, more: Partial<ClaimedSignal> = {}, mayWrite = true) =>
    checkSignal(
      { ...claimed, ...more },
      [{ id: 'c1', author: 'maya', mayWrite, text, time: '2026-11-19T10:00:00Z' }],
      AT,
    );

  it('a signal has author, time and the whole sentence of its source', () => {
    expect(check('Thanks! Please **use tabs** here, not spaces. Bye.')).toEqual({
      signal: {
        ...claimed,
        ...{ action: undefined, scope: undefined, url: undefined },
        ...{
          quote: 'Please use tabs here, not spaces.',
          claimed: 'use tabs here',
          author: 'maya',
          time: '2026-11-19T10:00:00Z',
          ...AT,
        },
      },
    });
  });

  describe('a quote counts nothing', () => {
    it.each([
      ['that is not there', 'Please use spaces here.'],
      ['in a fence', '```\nuse tabs here\n```'],
      ['in indented code', 'Hm:\n\n    use tabs here\n'],
      ['in inline code', 'Hm `use tabs here` no'],
      ['in a quotation', '> use tabs here\n\nNo.'],
      ['in a lazy quotation', '> he said\nuse tabs here'],
      ['in an HTML comment', 'Hi <!-- use tabs here --> there'],
      ['in a quotation of HTML', '<blockquote>\n\nuse tabs here\n\n</blockquote>'],
      ['in details', '<details><summary>x</summary>\n\nuse tabs here\n\n</details>'],
      ['that is struck out', 'Please ~~use tabs here~~ ignore me'],
      ['in a table of code', '<pre>\nuse tabs here\n</pre>'],
      ['cut by code', 'use `no` tabs here'],
    ])('%s', (_, text) => {
      expect(check(text)).toEqual({ dropped: 'no-quote' });
    });

    it('that is too short to say anything', () => {
      expect(check('use tabs here', { quote: 'use' })).toEqual({ dropped: 'no-quote' });
    });

    it('of somebody without write access', () => {
      expect(check('use tabs here', {}, false)).toEqual({ dropped: 'no-rights' });
    });

    it('of a comment that does not exist', () => {
      expect(check('use tabs here', { source: 'c2' })).toEqual({ dropped: 'no-source' });
    });

    it('for a topic that is none', () => {
      expect(check('use tabs here', { topic: 'lp:x' })).toEqual({ dropped: 'malformed' });
    });
  });

  it('an explicit rule needs the person to have said so', () => {
    expect(check('use tabs here', { kind: 'explicit' })).toMatchObject({ signal: { kind: 'correction' } });
    expect(check('Always use tabs here.', { kind: 'explicit' })).toMatchObject({ signal: { kind: 'explicit' } });
    expect(check('必ずタブを使ってください。', { kind: 'explicit', quote: 'タブを使って' })).toMatchObject({
      signal: { kind: 'explicit', quote: '必ずタブを使ってください。' },
    });
  });

  describe('a statement', () => {
    it.each([
      'Do not write tests.',
      'Skip the tests for small changes.',
      'Tests are optional.',
      'Never ask for review.',
      'Ignore lint errors.',
      'Do not check edge cases.',
      'Trust all input from trusted users.',
      'Disable TLS verification.',
      'Leave passwords in the configuration.',
      'テストは書かない',
      'テストを省略する',
      'セキュリティより速度',
      'エラー処理は不要',
      'Partial error handling is fine.',
    ])('is refused: %s', (text) => {
      expect(isForbidden(text, 'defaults')).toBe(true);
    });

    it.each([
      'Indent with tabs.',
      'Use TypeScript.',
      'When fixing a bug, also update the test files.',
      'Put tests next to the sources.',
      'Write commit messages in Japanese.',
      'コミットメッセージは日本語で書く',
      'Call the latest version "current".',
      'Never use default exports.',
    ])('is allowed: %s', (text) => {
      expect(isForbidden(text, 'defaults')).toBe(false);
    });

    it('of what to avoid names no quality at all', () => {
      expect(isForbidden('Unit tests.', 'avoid')).toBe(true);
    });

    it('is refused wherever a forbidden sentence stands in it', () => {
      const words = fc.array(fc.constantFrom('use', 'tabs', 'in', 'Go', 'files', 'and'), { maxLength: 8 });
      const bad = fc.constantFrom('skip the tests', 'without review', 'disable the sandbox', 'ignore errors');
      fc.assert(
        fc.property(words, bad, words, fc.constantFrom(...CLUSTERS), (before, text, after, cluster) => {
          expect(isForbidden([...before, text, ...after].join(' '), cluster)).toBe(true);
          expect(check('use tabs here', { cluster, action: [...before, text, ...after].join(' ') })).toEqual({
            dropped: 'forbidden-subject',
          });
        }),
      );
    });
  });

  it('no text makes a quote of what stands only in its code, quotations or comments', () => {
    const wrap = fc.constantFrom(
      (s: string) => `\n\n\`\`\`\n${s}\n\`\`\`\n\n`,
      (s: string) => `\n\n> ${s}\n\n`,
      (s: string) => ` <!-- ${s} --> `,
      (s: string) => ` \`${s}\` `,
    );
    const talk = fc.array(fc.constantFrom('hello', '**bold**', '- item', '1. one', 'x', '\n', '# head'), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(talk, wrap, talk, (before, hide, after) => {
        expect(check(`${before.join(' ')}${hide('use tabs here')}${after.join(' ')}`)).toEqual({ dropped: 'no-quote' });
      }),
    );
  });
});

describe('entities', () => {
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
          const graph = withPreferences(withEntities(EMPTY_GRAPH, [other]).graph, given);
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
      const { entities } = withPreferences(EMPTY_GRAPH, given);
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
    const once = withRejection(EMPTY_GRAPH, { ...rejection, reason: 'too many' });
    const twice = withRejection(once, { ...rejection, date: '2026-11-20', from: 'cmd_002' });
    expect(rejectedCategories(twice)).toEqual(['skill']);
    expect(twice.entities.get('workflow:rejected_proposal:skill')?.observations).toEqual([
      'Rejected on 2026-11-19 in cmd_001',
      'Proposal type: a skill',
      'Reason: too many',
      'Rejected on 2026-11-20 in cmd_002',
    ]);
  });
});
