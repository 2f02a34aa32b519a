import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readRows, ready } from './build/corpus.js';
import { MORE } from './build/more.js';
import { mutators } from './build/mutate.js';
import { newPlace, newProject } from './build/project.js';
import { raised, softened } from './build/raised.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const rows = readRows(path.resolve(import.meta.dirname, '..'));

describe.each([...new Set(rows.map(({ group }) => group))])('the corpus, group %s', (group) => {
  for (const row of rows.filter((each) => each.group === group)) {
    it(`${row.id}: ${row.verdict} ${row.tool} ${JSON.stringify(row.command).slice(0, 80)}, since ${row.why}`, () => {
      const { ask, command } = ready(row, project);
      const decision = ask(command);
      expect(decision).toMatchObject({ verdict: row.verdict });
      expect(decision.why).toMatch(/^[A-Z`“<][^\n]*\.$/u);
    });
  }
});

const gate = project.gate();

describe.each(['allow', 'ask', 'deny'] as const)('more commands: %s', (verdict) => {
  it.each(MORE[verdict].map((command) => [JSON.stringify(command).slice(0, 100), command]))('%s', (_, command) => {
    expect(gate({ tool: 'Bash', command: project.place(command ?? '') })).toMatchObject({ verdict });
  });
});

const readied = rows.map((row) => ready(row, project));
// The long form is what the scoreboard counts: every mutator many times on every row.
const times = process.env.CREW_LONG ? 20 : 2;

describe('somebody who knows the guard gains nothing by', () => {
  it.each(mutators.map((mutator) => [mutator.name, mutator] as const))('%s', (_, mutator) => {
    const { tried, wrong } = raised({ rows: readied, mutators: [mutator], times, seed: 7 });
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });
});

it('what is allowed stays allowed when it is only spelled otherwise', () => {
  expect(softened({ rows: readied, times: 20 * times, seed: 11 }).wrong).toEqual([]);
});
