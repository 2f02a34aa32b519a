// The labelled truth once more, this time read from a GitHub that is so: what the adapter reads is judged as the world is.

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import type { BoardSnapshot } from '../../../src/ports/board-snapshot.js';
import type { OutcomeName } from '../../../src/ports/run.js';
import { outcomes } from '../../../src/runs/outcome.js';
import { withRun } from '../../../src/runs/record.js';
import { refsRunStore } from '../../../src/runs/stores.js';
import { type Judged, judge } from '../../../src/workflows/facilitate/rules/judge.js';
import { recordOf } from '../../build/records.js';
import { cannotSeed, seedOf } from '../../build/seed-world.js';
import { boardOf, type World } from '../../build/world.js';
import { type Around, openField } from './around.js';

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/facilitate');
const worlds = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yml'))
  .flatMap((file) =>
    (parse(readFileSync(path.join(FOLDER, file), 'utf8')) as World[]).map((world) => ({
      file,
      world,
      why: cannotSeed(world),
    })),
  );
const seedable = worlds.filter(({ why }) => why === null);
/** Every third one, in a short run. */
const chosen = seedable.filter((_, n) => process.env.CREW_LONG === '1' || n % 3 === 0);

/** Records the runs of a world in crew's refs. */
async function writeRuns({ refs }: Around, { runs }: BoardSnapshot): Promise<void> {
  const store = refsRunStore(refs, (text) => text);
  for (const { run, workflow, issue, status, startedAt, endedAt } of runs) {
    const number = Number(issue.split('#')[1]);
    const outcome = (Object.keys(outcomes) as OutcomeName[]).find((name) => outcomes[name].status === status);
    const end = outcome && { outcome, at: endedAt ?? startedAt };
    const record = recordOf({ run, workflow, issue: number, startedAt, ...(end && { end }) });
    await store.update(`issue-${number}`, (now) => ({ record: withRun(now, record), value: undefined }));
  }
}

/** Work logs lie in the clone. */
async function writeLogs(clone: string, { logs }: BoardSnapshot): Promise<void> {
  for (const { path: file, agent, issue, startedAt, lastAt, ended } of logs) {
    const number = Number(issue.split('#')[1]);
    const lines = [
      { timestamp: startedAt, level: 'info', message: 'start', metadata: { issue: number, agent } },
      { timestamp: lastAt, level: 'info', message: 'at work', metadata: {} },
      ...(ended
        ? [{ timestamp: ended.at, level: 'info', message: 'end', metadata: { success: ended.succeeded } }]
        : []),
    ];
    await mkdir(path.dirname(path.join(clone, file)), { recursive: true });
    await writeFile(path.join(clone, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** What was judged, with commits by the names that the world gives them. */
function told(judged: Judged, issue: string, names: ReadonlyMap<string, string>) {
  const verdict = judged.verdicts.get(issue);
  const links = (judged.links.get(issue) ?? [])
    .map(({ ref, strength }) => `${names.get(ref) ?? ref} ${strength}`)
    .sort();
  return (
    verdict && {
      state: verdict.state,
      rule: verdict.rule,
      due: verdict.due,
      missing: verdict.missing,
      links,
      blockers: verdict.blockers.map(({ ref, external, open }) => `${ref ?? external} ${open}`).sort(),
      attention: verdict.attention.map(({ is }) => is),
    }
  );
}

describe('a world that is read from GitHub', () => {
  it.each(chosen.map(({ file, world }) => [`${file}: ${world.name}`, world] as const))('%s', async (_, world) => {
    const { board, rules, memory, ref } = boardOf(world);
    const { repository, more, now } = seedOf(world);
    const around = await openField(repository, more, now);
    await writeRuns(around, board);
    const clone = await around.clone();
    await writeLogs(clone, board);
    const looked = await around.look({ clone, doneBranches: rules.doneBranches });
    const names = new Map([...around.embedded.repository('acme/app').namedCommits].map(([name, sha]) => [sha, name]));
    const [expected, found] = [judge(board, rules, memory), judge(looked.board, rules, memory)];
    expect(looked.board.missing).toEqual([]);
    for (const issue of Object.keys(world.expect))
      expect({ issue, ...told(found, ref(issue), names) }).toEqual({ issue, ...told(expected, ref(issue), new Map()) });
  });

  it('is most of the corpus, and every reason why another cannot be made is one that is known', () => {
    const reasons = [
      ...new Set(worlds.flatMap(({ why }) => (why === null ? [] : [why.replace(/^\S+#\d+/, 'an issue')]))),
    ];
    expect(reasons.sort()).toEqual([
      'a review of a commit that is gone',
      'a seed writes no merges of the base',
      'a text names a commit by its sha, which is another one in a real repository',
      'commits of another repository',
      'something of it is unread: the faults are tested on their own',
    ]);
    expect(seedable.length / worlds.length).toBeGreaterThan(0.85);
  });
});

const ROOT = path.resolve(import.meta.dirname, '../../..');

it('a board of two hundred issues costs no more than it may, with nothing written and with nothing new', () => {
  const table = execFileSync(process.execPath, [path.join(ROOT, 'bench/facilitate.mjs'), '200'], { encoding: 'utf8' });
  expect(table).toMatch(/200 +dry run +0 +\d+ .*holds/);
  expect(table).toMatch(/200 +run with nothing new +0 +\d+ .*holds/);
  expect(table).not.toContain('DOES NOT HOLD');
});
