import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defaults } from '../../../src/config/index.js';
import type { SignalSource } from '../../../src/memory/preferences/state.js';
import type { Request, RunRecord, Signal } from '../../../src/ports/run.js';
import {
  candidateLine,
  candidatesIn,
  mergeCandidates,
  REPORT_SECTION,
} from '../../../src/workflows/retrospect/rules/candidates.js';
import {
  applyEdits,
  improvementCommits,
  skillCommit,
  withEntry,
} from '../../../src/workflows/retrospect/rules/commits.js';
import { OPEN_FOR_MS, openItems, selectItems, withIds } from '../../../src/workflows/retrospect/rules/list.js';
import {
  formattedIn,
  type Mode,
  type ModeSettings,
  modeOf,
  type ReportedStatus,
  reportedStatus,
} from '../../../src/workflows/retrospect/rules/phase-four.js';
import { retrospectiveText } from '../../../src/workflows/retrospect/rules/proposal-text.js';
import { adopt, categoryOf, scoreOf, unmetCriterion } from '../../../src/workflows/retrospect/rules/proposals.js';
import { preferenceSignalsWithoutModel, sourcesOf } from '../../../src/workflows/retrospect/sources.js';
import { openPullShop } from '../../adapters/github/pull-shop.js';
import { improvement, skill } from './examples.js';

const filter = defaults.build.retrospect;
const ON: ModeSettings = { isEnabled: true, collectsSignals: true };
const GREEN: ReportedStatus = { status: 'success', quality: 'GREEN', completeness: 100, failedTasks: 0 };

describe('the mode of phase 4', () => {
  const table: readonly (readonly [string, ReportedStatus, ModeSettings, Mode])[] = [
    ['a success', GREEN, ON, 'light'],
    ['a failure', { ...GREEN, status: 'failure' }, ON, 'full'],
    ['a part', { ...GREEN, status: 'partial' }, ON, 'full'],
    ['red', { ...GREEN, quality: 'RED' }, ON, 'full'],
    ['yellow and 79 %', { ...GREEN, quality: 'YELLOW', completeness: 79 }, ON, 'full'],
    ['yellow and 80 %', { ...GREEN, quality: 'YELLOW', completeness: 80 }, ON, 'light'],
    ['green and 10 %', { ...GREEN, completeness: 10 }, ON, 'light'],
    ['a failed task', { ...GREEN, failedTasks: 1 }, ON, 'full'],
    ['no front matter', { failedTasks: 0 }, ON, 'full'],
    ['switched off', { ...GREEN, status: 'failure' }, { isEnabled: false, collectsSignals: true }, 'flush'],
    ['switched off, no signals', GREEN, { isEnabled: false, collectsSignals: false }, 'none'],
    ['asked for by a person', GREEN, { isEnabled: false, collectsSignals: false, isForced: true }, 'full'],
  ];
  it.each(table)('after %s is decided by the table', (_, ended, switches, mode) => {
    expect(modeOf(ended, switches)).toBe(mode);
  });

  it('reads the front matter of the summary', () => {
    const front = { status: 'success', quality: 'green', completeness: 90, failed_tasks: [2, 3] };
    expect(reportedStatus(front)).toEqual({ status: 'success', quality: 'GREEN', completeness: 90, failedTasks: 2 });
  });
});

describe('adopting proposals', () => {
  it('takes an improvement from 3.5 on, holds one from 2.5 on, and proposes at most two', () => {
    const scored = (n: number, title: string) =>
      improvement({ title, scores: { recurrence: n, impact: n, generality: n, feasibility: n } });
    const proposed = [scored(3, 'three'), scored(4, 'four'), scored(5, 'five'), scored(2, 'two'), scored(4, 'late')];
    const by = { filter, mode: 'full', rejected: [] } as const;
    const { improvements, dropped } = adopt({ improvements: proposed, skills: [] }, by);
    expect(improvements.map(({ title }) => title)).toEqual(['five', 'four']);
    expect(dropped.map(({ title, verdict }) => [title, verdict])).toEqual([
      ['three', 'held'],
      ['two', 'rejected'],
      ['late', 'held'],
    ]);
  });

  it('weighs recurrence and impact with 0.3, generality and feasibility with 0.2', () => {
    expect(scoreOf({ scores: { recurrence: 5, impact: 1, generality: 1, feasibility: 1 } })).toBe(2.2);
    expect(scoreOf({ scores: { recurrence: 1, impact: 1, generality: 5, feasibility: 1 } })).toBe(1.8);
  });

  it('in light mode proposes no improvements, and up to two skills', () => {
    const skills = [skill(), skill({ name: 'b' }), skill({ name: 'c' })];
    const proposed = { improvements: [improvement()], skills };
    const light = adopt(proposed, { filter, mode: 'light', rejected: [] });
    expect([light.improvements.length, light.skills.length]).toEqual([0, 2]);
    expect(adopt(proposed, { filter, mode: 'full', rejected: [] }).skills).toHaveLength(1);
  });

  it('drops a skill that misses one of the five conditions or twelve points', () => {
    const weak = [
      skill({ name: 'short', steps: ['one', 'two'] }),
      skill({ name: 'inner', criteria: { ...skill().criteria, external_value: false } }),
      skill({ name: 'low', scores: { reuse: 4, frequency: 4, value: 3 } }),
    ];
    const { skills, dropped } = adopt({ improvements: [], skills: weak }, { filter, mode: 'light', rejected: [] });
    expect(skills).toEqual([]);
    expect(dropped.map(({ why }) => why).sort()).toEqual([
      'does not meet external_value',
      'does not meet three_steps',
      'score 11 of 15',
    ]);
    expect(unmetCriterion(skill())).toBeNull();
  });

  it('does not propose a category again that was rejected', () => {
    const template = improvement({ edits: [{ path: '.agent/worker-coder/prompt.md', find: 'a', replace: 'b' }] });
    expect(categoryOf(template)).toBe('template_modification');
    const proposed = { improvements: [template, improvement()], skills: [skill()] };
    const { improvements, skills } = adopt(proposed, {
      ...{ filter, mode: 'full' },
      rejected: ['template_modification', 'skill'],
    });
    expect(improvements).toEqual([improvement()]);
    expect(skills).toEqual([]);
  });
});

describe('knowledge candidates', () => {
  const known = (name: string, observations: readonly string[], priority: 'HIGH' | 'MEDIUM' | 'LOW' = 'MEDIUM') => ({
    ...{ name, priority, entityType: 'best_practice', observations: [...observations] },
  });

  it('are read from their section only, as they were written', () => {
    const one = known('security:env_file:exposure_risk', ['Check .gitignore first', 'Rotate what was pushed'], 'HIGH');
    const text = `# Report\n\n${REPORT_SECTION}\n\n${candidateLine(one)}\n- not a candidate\n\n## Open Questions\n\n${candidateLine(known('a:b:c', ['no']))}\n`;
    expect(candidatesIn(text, REPORT_SECTION)).toEqual([one]);
  });

  it('are merged without duplicates, HIGH first', () => {
    const report = [known('a:b:c', ['One', 'Two']), known('x:y:z', ['Low'], 'LOW')];
    const own = [known('A:b:C', ['two ', 'Three'], 'HIGH'), known('d:e:f', ['ONE'], 'LOW')];
    expect(mergeCandidates([report, own])).toEqual([
      { ...known('A:b:C', ['two ', 'Three', 'One'], 'HIGH') },
      known('x:y:z', ['Low'], 'LOW'),
    ]);
  });

  it('merged again are the same', () => {
    const candidate = fc.record({
      name: fc.constantFrom('a:b:c', 'd:e:f', 'A:B:C'),
      entityType: fc.constant('t'),
      observations: fc.array(fc.constantFrom('x', 'y', 'Z', 'z '), { minLength: 1, maxLength: 4 }),
      priority: fc.constantFrom('HIGH' as const, 'MEDIUM' as const, 'LOW' as const),
    });
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 6 }), (all) => {
        const once = mergeCandidates([all]);
        expect(mergeCandidates([once, once])).toEqual(once);
      }),
    );
  });
});

describe('the changes of an approval', () => {
  const where = { run: 'retrospect-3-0123456789', configFile: '.github/crew.yml', agents: '.agent/' };
  const base = new Map([
    ['AGENTS.md', '# Rules\n'],
    ['CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- Old line\n\n## [1.0.0]\n\n- First\n'],
  ]);

  it('are one Conventional Commit each, with the changelog line below Unreleased', () => {
    const second = improvement({
      ...{ title: 'Ask for names', kind: 'fix', changelog: 'Fixed', target: 'worker-writer' },
      edits: [{ path: '.agent/names/prompt.md', replace: 'Ask for names.\n' }],
    });
    const approved = [
      { id: 'IMP-001', kind: 'improvement' as const, of: improvement() },
      { id: 'IMP-002', kind: 'improvement' as const, of: second },
    ];
    const { commits, notMade, changelog } = improvementCommits(approved, base, where);
    expect({ notMade, changelog }).toEqual({ notMade: [], changelog: 'written' });
    expect(commits.map(({ message }) => message)).toEqual([
      'feat(docs): say where fixtures are\n\nCrew-Run: retrospect-3-0123456789\nCo-Authored-By: Claude <noreply@anthropic.com>\n',
      'fix(agent): ask for names\n\nCrew-Run: retrospect-3-0123456789\nCo-Authored-By: Claude <noreply@anthropic.com>\n',
    ]);
    const [first, last] = commits.map(({ files }) => new Map(files.map(({ path, text }) => [path, text])));
    expect([...(first?.keys() ?? [])]).toEqual(['AGENTS.md', 'CHANGELOG.md']);
    expect(first?.get('AGENTS.md')).toBe('# Rules\n\nFixtures are in test/fixtures.\n');
    expect(last?.get('CHANGELOG.md')).toBe(
      [
        '# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- Old line',
        '- **worker-coder** (IMP-001) — Workers looked for fixtures in three places.\n\n### Fixed\n',
        '- **worker-writer** (IMP-002) — Workers looked for fixtures in three places.\n\n## [1.0.0]\n\n- First\n',
      ].join('\n'),
    );
  });

  it.each([
    'src/a.js',
    '../AGENTS.md',
    '.github/workflows/ci.yml',
    '.agent/../package.json',
    '.git/config',
    '/AGENTS.md',
  ])('never touch %s', (path) => {
    expect(applyEdits([{ path, replace: 'x' }], new Map(), where)).toEqual({ notMade: { is: 'not-allowed', path } });
  });

  it('are left out, and named, where the text is not there exactly once', () => {
    const edits = [{ path: 'AGENTS.md', find: 'gone', replace: 'x' }];
    const one = { id: 'IMP-001', kind: 'improvement' as const, of: improvement({ edits }) };
    const { commits, notMade, changelog } = improvementCommits([one], base, where);
    expect({ commits, notMade, changelog }).toEqual({
      ...{ commits: [], changelog: 'none' },
      notMade: [{ id: 'IMP-001', why: { is: 'not-found', path: 'AGENTS.md' } }],
    });
    const twice = applyEdits([{ path: 'AGENTS.md', find: 'a', replace: 'b' }], new Map([['AGENTS.md', 'a a']]), where);
    expect(twice).toEqual({ notMade: { is: 'not-once', path: 'AGENTS.md' } });
  });

  it('need no changelog, and say that there is none', () => {
    const one = { id: 'IMP-001', kind: 'improvement' as const, of: improvement() };
    const made = improvementCommits([one], new Map([['AGENTS.md', '# Rules\n']]), where);
    expect([made.changelog, made.commits[0]?.files.map(({ path }) => path)]).toEqual(['absent', ['AGENTS.md']]);
  });

  it('keep `$` in a replacement as it is', () => {
    const made = applyEdits([{ path: 'AGENTS.md', find: 'Rules', replace: "$& $1 $'" }], base, where);
    expect('files' in made && made.files.get('AGENTS.md')).toBe("# $& $1 $'\n");
  });

  it('make the headings that a changelog lacks', () => {
    expect(withEntry('# Changelog\n', 'Added', '- x')).toBe('# Changelog\n\n## [Unreleased]\n\n### Added\n\n- x\n');
    expect(withEntry('# C\n\n## [1.0.0]\n', 'Added', '- x')).toBe(
      '# C\n\n## [Unreleased]\n\n### Added\n\n- x\n\n## [1.0.0]\n',
    );
  });

  it('turn a skill into a document of its own', () => {
    const { files, message } = skillCommit({ id: 'SKILL-001', kind: 'skill', of: skill() }, where.run);
    expect(message.split('\n')[0]).toBe('docs(skills): add release-notes');
    expect(files.map(({ path }) => path)).toEqual(['docs/skills/release-notes.md']);
    expect(files[0]?.text).toContain('1. List what was merged.\n2. Group it by kind.');
  });
});

describe('the list for approval', () => {
  const NOW = Date.parse('2026-11-19T12:00:00Z');
  const unnamed = [
    { kind: 'improvement' as const, of: improvement() },
    { kind: 'skill' as const, of: skill() },
  ];
  const record = (of: Partial<RunRecord>): RunRecord =>
    ({
      run: 'build-3-0123456789',
      workflow: 'build',
      signals: [],
      startedAt: '2026-11-19T11:00:00Z',
      ...of,
    }) as RunRecord;
  const listed = (run: string, items: unknown, issue = 3, at = '2026-11-19T11:30:00Z') =>
    record({ run, issue, end: { outcome: 'done', at, result: { approvals: { items, preferences: [] } } } });
  const decided = (of: string, id: string) =>
    record({
      ...{ run: 'retrospect-3-aaaaaaaaaa', workflow: 'retrospect' },
      end: { outcome: 'done', at: '2026-11-19T11:40:00Z', result: { decided: [{ id, of, decision: 'approved' }] } },
    });

  it('numbers go on where earlier lists ended', () => {
    const first = withIds(unnamed, []);
    expect(first.map(({ id }) => id)).toEqual(['IMP-001', 'SKILL-001']);
    expect(withIds(unnamed, [listed('build-3-0123456789', first)]).map(({ id }) => id)).toEqual([
      'IMP-002',
      'SKILL-002',
    ]);
  });

  it('an entry that was decided is selected no more, and the run that decided is named', () => {
    const items = withIds(unnamed, []);
    const records = [decided('build-3-0123456789', 'IMP-001'), listed('build-3-0123456789', items)];
    const found = selectItems(
      { ids: ['imp-1', 'SKILL-001', 'IMP-009', 'LP-001', 'lp-001'] },
      { records, now: NOW, issue: 3 },
    );
    expect(found.items.map(({ item }) => item.id)).toEqual(['SKILL-001']);
    expect(found.preferences).toEqual(['LP-001']);
    expect(found.decidedBefore).toEqual([{ id: 'IMP-001', by: 'retrospect-3-aaaaaaaaaa' }]);
    expect(found.unknown).toEqual(['IMP-009']);
  });

  it('is open for 14 days', () => {
    const records = [listed('build-3-0123456789', withIds(unnamed, []))];
    const end = Date.parse('2026-11-19T11:30:00Z') + OPEN_FOR_MS;
    expect(openItems(records, end)).toHaveLength(2);
    expect(openItems(records, end + 1)).toEqual([]);
  });

  it('of the own thread goes before others', () => {
    const items = withIds(unnamed, []);
    const records = [listed('build-9-bbbbbbbbbb', items, 9), listed('build-3-0123456789', items, 3)];
    expect(selectItems({ ids: ['IMP-001'] }, { records, now: NOW, issue: 3 }).items[0]?.run).toBe('build-3-0123456789');
  });

  it('a category selects every open entry of it', () => {
    const records = [listed('build-3-0123456789', withIds(unnamed, []))];
    const found = selectItems({ category: 'skill' }, { records, now: NOW });
    expect(found.items.map(({ item }) => item.id)).toEqual(['SKILL-001']);
  });
});

describe('retrospective.md', () => {
  it('says in its front matter how many proposals were adopted, and has the specified sections', () => {
    const items = withIds(
      [
        { kind: 'improvement', of: improvement() },
        { kind: 'skill', of: skill() },
      ],
      [],
    );
    const of = {
      cmd: 'cmd_007',
      date: '2026-11-19',
      mode: 'full',
      items,
      dropped: [],
      failures: 'F',
      successes: 'S',
    } as const;
    const text = retrospectiveText({ ...of, signals: 2 });
    expect(text.split('\n').slice(0, 9)).toEqual([
      '---',
      'cmd_id: "cmd_007"',
      'date: "2026-11-19"',
      'mode: full',
      'improvements_accepted: 1',
      'skills_accepted: 1',
      'knowledge_candidates: 0',
      'lp_signals: 2',
      '---',
    ]);
    expect(text.match(/^## .*$/gm)).toEqual([
      ...['## Failure Analysis', '## Success Analysis', '## Improvements', '## Skills', '## Knowledge Candidates'],
      '## Not proposed',
    ]);
    expect(text).toContain(improvement().evidence);
    expect(retrospectiveText({ ...of, mode: 'light', signals: 0 })).not.toContain('## Failure Analysis');
  });
});

describe("the Secretary's text", () => {
  const body = `# Proposals\n\n> ${improvement().evidence.replace(' so ', '\n> so ')}\n`;
  it('is taken with every evidence in it word for word', () => {
    expect(formattedIn(`---\nstatus: success\n---\n${body}`, [improvement().evidence])).toBe(body.trim());
  });
  it('is refused where an evidence is shortened', () => {
    expect(formattedIn(body.replace('could not find', '…'), [improvement().evidence])).toBeNull();
  });
  it('is refused beyond 100 lines', () => {
    const lines = (n: number) => Array.from({ length: n }, (_, i) => `line ${i}`).join('\n');
    expect(formattedIn(lines(100), [])).not.toBeNull();
    expect(formattedIn(lines(101), [])).toBeNull();
  });
});

describe('signals without a model', () => {
  const source = (id: string, text: string): SignalSource => ({
    ...{ id, text, author: 'maya', mayWrite: true, time: '2026-11-19T12:00:00Z' },
  });
  it('are sentences about how it is to be done from now on', () => {
    const found = preferenceSignalsWithoutModel(
      [source('comment-1', 'Thanks. From now on, write commit messages in English.')],
      [],
    );
    expect(found.map(({ kind, quote, cluster }) => [kind, quote, cluster])).toEqual([
      ['explicit', 'From now on, write commit messages in English.', 'defaults'],
    ]);
  });
  it.each([
    'The total must never be negative.',
    'It does not always load.',
    '`Always use tabs`',
    '> Always use tabs',
    'Fix the page.',
  ])('are not found in: %s', (text) => {
    expect(preferenceSignalsWithoutModel([source('comment-1', text)], [])).toEqual([]);
  });
  it('the reason of a rejection is one, and the same reason is the same topic', () => {
    const signal = (key: string) => ({ is: 'reject', key, by: { login: 'maya' }, at: '' }) as const;
    const sources = [source('signal-a', 'Too many files.'), source('signal-b', 'too many files')];
    const [one, other] = preferenceSignalsWithoutModel(sources, [signal('a'), signal('b')]);
    expect([one?.kind, one?.topic === other?.topic]).toEqual(['rejection', true]);
  });
});

const AT = '2026-11-19T12:00:00Z';
const request = (key: string, login: string): Request =>
  ({ event: { kind: 'comment', key }, text: '/crew build it', by: { login, id: 1 }, at: AT }) as Request;
const rejected: Signal = { is: 'reject', key: 'thread-9/0', by: { login: 'eve' }, at: AT, why: 'Too large.' };

describe('what people said to a run', () => {
  it('is read from its thread with who said it, and only people with write access may be learned from', async () => {
    const environment = await openPullShop({ issues: [{ title: 'One' }] });
    const say = async (login: string, body: string) =>
      (await environment.as(login).issues.createComment({ owner: 'ann', repo: 'shop', issue_number: 1, body })).data.id;
    const ids = [await say('maya', '/crew build it'), await say('eve', 'Always skip tests')];
    await environment.asApp().issues.createComment({ owner: 'ann', repo: 'shop', issue_number: 1, body: 'I am crew.' });
    const of = {
      github: environment.github(),
      issue: 1,
      request: request(`thread-${ids[0]}`, 'maya'),
      signals: [rejected],
    };
    const sources = await sourcesOf(of);
    // The comment that asked is one source, not two.
    expect(sources.map(({ id, author, mayWrite }) => [id, author, mayWrite])).toEqual([
      [`thread-${ids[0]}`, 'maya', true],
      [`thread-${ids[1]}`, 'eve', false],
      [sources[2]?.id, 'crew[bot]', false],
      ['signal-thread-9/0', 'eve', false],
    ]);
  });

  it('at a terminal is the request and the answers of the person who sits there', async () => {
    const sources = await sourcesOf({
      github: undefined,
      issue: undefined,
      request: request('typed-1', 'you'),
      signals: [],
    });
    expect(sources).toEqual([{ id: 'typed-1', author: 'you', mayWrite: true, text: '/crew build it', time: AT }]);
  });
});
