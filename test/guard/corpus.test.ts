import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readRows, ready } from './build/corpus.js';
import { newPlace, newProject } from './build/project.js';

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
