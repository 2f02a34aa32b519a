// The whole story on the embedded GitHub: a correction that is given three times becomes one preference; an approved improvement its own
// pull request.
import { describe, expect, it } from '@jest/globals';
import { openProposals } from '../../../src/memory/preferences/rules.js';
import { type Asking, calls, crew, result, says } from '../build/at-work.js';
import { task } from '../build/plans.js';
import { improvement, skill } from './examples.js';
import { openStage, REPO } from './stage.js';

const CORRECTION = 'Please use British spelling in texts, as I said.';
const HOUR = 60 * 60 * 1000;
const TASKS = [1, 2, 3].map((id) => task(id, { persona: 'writer', writes: [`docs/t${id}.md`] }));

/** Reads messages.md, then quotes the newest correction from it. */
function retrospector({ turn, ask, prompt }: Asking) {
  const dir = /WORK_DIR: (\S+)/.exec(prompt)?.[1] ?? '';
  if (turn === 0) return says(calls('work-read', { path: `${dir}messages.md` }));
  const read = JSON.stringify(ask.messages.at(-1));
  const sources = [...read.matchAll(/## (thread-\d+)((?!## thread-)[\s\S])*?British spelling/g)].map(([, id]) => id);
  const signal = {
    ...{ kind: 'correction', cluster: 'communication', topic: 'spelling', scope: 'Texts' },
    ...{ statement: 'Texts use British spelling.', action: 'Writes colour, not color.' },
    ...{ quote: 'use British spelling in texts', source: sources.at(-1) ?? 'none' },
  };
  const isFull = prompt.includes('MODE: full');
  return says(
    calls('answer', {
      ...{ failures: isFull ? 'A worker found no fixtures.' : '', successes: '', knowledge: [] },
      improvements: isFull ? [improvement()] : [],
      skills: isFull ? [skill()] : [],
      signals: sources.length > 0 ? [signal] : [],
    }),
  );
}

const FAILED = result('status: failure\nquality: RED\ncompleteness: 0\nerrors: ["no fixtures"]');

/** Builds whose retrospector quotes corrections; `fails` names the issue in whose build a task fails. */
const story = (fails: number) =>
  crew({
    tasks: TASKS,
    deeds: Object.fromEntries(
      TASKS.map(({ id }) => [
        id,
        ({ prompt }: Asking) => {
          const cmd = Number(/cmd_0*(\d+)/.exec(prompt)?.[1] ?? 0);
          const isFailing = id === 3 && cmd === fails;
          return isFailing ? { result: FAILED } : { files: { [`docs/t${id}.md`]: `# Part ${id} of ${cmd}\n` } };
        },
      ]),
    ),
    other: (asking) => (asking.role === 'retrospector' ? retrospector(asking) : undefined),
  });

const FILES = { 'AGENTS.md': '# Rules\n', 'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n' };

describe('learning on GitHub', () => {
  it('proposes a correction that is given three times once, with its evidence, and an improvement as a pull request', async () => {
    const at = await openStage({ say: story(3), files: FILES, issues: 4 });
    const build = async (issue: number) => {
      at.pass(3 * HOUR);
      await at.comment(issue, CORRECTION);
      return at.comment(issue, '/crew build the parts');
    };
    const ended = [await build(1), await build(2)];
    expect(ended.map((record) => record?.end?.outcome)).toEqual(['done', 'done']);
    expect(at.bodies(2).join()).not.toContain('LP-001');
    const third = await build(3);
    expect(third?.end?.outcome).toBe('partial');
    const list = at.bodies(3).at(-1) ?? '';
    expect(list.split('<details>')[0]?.trim().split('\n').length).toBeLessThanOrEqual(40);
    expect(list).toContain('**Proposals:** 1 improvement, 1 skill, 1 preference.');
    expect(list).toContain('### About learned preferences');
    expect(list).toContain('### LP-001: spelling (priority: LOW)');
    expect(list).toContain('Seen on 3 independent occasions (3 corrections; weight 3.0)');
    expect(list.match(/> Please use British spelling in texts, as I said\.\n> — maya/g)).toHaveLength(3);
    expect(list.indexOf('IMP-001')).toBeLessThan(list.indexOf('### SKILL-001'));
    expect(list.indexOf('### SKILL-001')).toBeLessThan(list.indexOf('### LP-001'));
    expect(list).toContain('Fixtures are in test/fixtures.');

    // Somebody without write access decides nothing, and hears nothing.
    const before = at.bodies(3).length;
    expect(await at.comment(3, '/crew approve IMP-001 LP-001', 'eve')).toBeNull();
    expect(at.bodies(3)).toHaveLength(before + 1);

    // Deferred proposals stay open: both are approved below.
    expect(await at.comment(3, '/crew defer IMP-001 LP-001')).toBeNull();
    expect(at.bodies(3).at(-1)).toContain('Deferred. These proposals stay open: `IMP-001`, `LP-001`.');

    const approved = await at.comment(3, '/crew approve IMP-001');
    expect(approved?.end).toMatchObject({ outcome: 'done', result: { applied: [{ id: 'IMP-001', by: 'maya' }] } });
    const pulls = at.environment.embedded.repository(REPO).pulls.filter(({ title }) => title === improvement().title);
    expect(pulls).toHaveLength(1);
    const branch = `crew/improve-${approved?.run.slice(-10)}`;
    const [pull] = await at.github.pulls.listByBranch(branch);
    expect(pull).toMatchObject({ state: 'open', base: { branch: 'main' } });
    const files = await at.github.branches.files(pull?.head.sha ?? '', ['AGENTS.md', 'CHANGELOG.md', 'docs/t1.md']);
    const texts = files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes ?? undefined)]);
    expect(texts).toEqual([
      ['AGENTS.md', '# Rules\n\nFixtures are in test/fixtures.\n'],
      [
        'CHANGELOG.md',
        '# Changelog\n\n## [Unreleased]\n\n### Changed\n\n- **worker-coder** (IMP-001) — Workers looked for fixtures in three places.\n',
      ],
    ]);
    expect(at.bodies(3).at(-1)).toContain('feat(docs): say where fixtures are');

    // Twice has the effect of once.
    expect(await at.comment(3, '/crew approve IMP-001')).toBeNull();
    expect(at.bodies(3).at(-1)).toContain('`IMP-001` is already decided');
    expect(
      at.environment.embedded.repository(REPO).pulls.filter(({ title }) => title === improvement().title),
    ).toHaveLength(1);

    const learned = await at.comment(3, '/crew approve LP-001 condition only in docs/');
    expect(learned?.end?.says).toContain('“Texts use British spelling.');
    const { preferences } = await at.learning.preferences.read();
    expect(preferences).toMatchObject([{ statement: 'Texts use British spelling.', condition: 'only in docs/' }]);
    expect(openProposals(await at.learning.preferences.read())).toEqual([]);

    // The next run knows it.
    at.pass(3 * HOUR);
    at.model.askings.length = 0;
    await at.comment(4, '/crew build the parts');
    const prompts = at.model.askings
      .filter(({ role, turn }) => role === 'writer' && turn === 0)
      .map(({ prompt }) => prompt);
    expect(prompts).toHaveLength(3);
    for (const prompt of prompts) expect(prompt).toMatch(/Texts use British spelling[\s\S]*only in docs\//);

    await at.comment(4, '/crew profile review');
    expect(at.bodies(4).at(-1)).toContain('Texts use British spelling.');
    await at.comment(4, '/crew forget lp:communication:spelling');
    expect((await at.learning.preferences.read()).preferences).toEqual([]);
    expect(at.crewBytes()).toContain('build-4');
    expect(at.crewBytes()).not.toMatch(/British|lp:communication:spelling/);
    at.pass(3 * HOUR);
    at.model.askings.length = 0;
    await at.comment(4, '/crew build the parts once more');
    const later = at.model.askings.filter(({ role }) => role === 'writer').map(({ prompt }) => prompt);
    expect(later.join()).not.toContain('British');
  });

  it('opens a pull request for a skill, remembers a rejected category, and proposes it no more', async () => {
    const at = await openStage({ say: story(1), files: FILES, issues: 1, lang: 'ja' });
    await at.comment(1, '/crew build 3つの部分');
    expect(at.bodies(1).at(-1)).toContain('**提案:** 改善1件、スキル1件。');
    expect(await at.comment(1, '/crew defer SKILL-001')).toBeNull();
    expect(at.bodies(1).at(-1)).toContain('次の提案は未決のまま残ります: `SKILL-001`。');
    const approved = await at.comment(1, '/crew approve SKILL-001');
    expect(approved?.end?.outcome).toBe('done');
    const [pull] = await at.github.pulls.listByBranch(`crew/skill-release-notes-${approved?.run.slice(-10)}`);
    const [file] = await at.github.branches.files(pull?.head.sha ?? '', ['docs/skills/release-notes.md']);
    expect(new TextDecoder().decode(file?.bytes ?? undefined)).toContain('## Steps\n\n1. List what was merged.');
    const rejected = await at.comment(1, '/crew reject --category improvement 今は不要');
    expect(rejected?.end?.result).toMatchObject({ decided: [{ id: 'IMP-001', decision: 'rejected' }] });
    const { entities } = await at.memory.openNodes(['workflow:rejected_proposal:improvement']);
    expect(entities[0]?.observations).toContain('Reason: 今は不要');

    // A person asks for a full retrospective of the same build: the improvement is not proposed again.
    const again = await at.comment(1, '/crew retrospect');
    expect(again?.end?.says).toContain('の振り返りです');
    expect(again?.end?.result).toMatchObject({ approvals: { items: [{ id: 'SKILL-002' }] } });
  });
});
