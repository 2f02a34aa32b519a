import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readRows, ready } from './build/corpus.js';
import { mutators } from './build/mutate.js';
import { newPlace, newProject } from './build/project.js';
import { raised, softened } from './build/raised.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const rows = readRows(path.resolve(import.meta.dirname, '..')).map((row) => ready(row, project));
// The long form is what the scoreboard counts: every mutator many times on every row.
const times = process.env.CREW_LONG ? 20 : 2;

describe('somebody who knows the guard gains nothing by', () => {
  it.each(mutators.map((mutator) => [mutator.name, mutator] as const))('%s', (_, mutator) => {
    const { tried, wrong } = raised({ rows, mutators: [mutator], times, seed: 7 });
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(0);
  });
});

it('what is allowed stays allowed when it is only spelled otherwise', () => {
  expect(softened({ rows, times: 20 * times, seed: 11 }).wrong).toEqual([]);
});
