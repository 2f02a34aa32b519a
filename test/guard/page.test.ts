import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ASKED, askedByName } from '../../src/guard/commands/asked.js';
import { families, knownCommand } from '../../src/guard/commands/index.js';
import { noRules } from '../../src/guard/index.js';
import { withTables } from '../../src/guard/page.js';
import { ruleBook } from '../../src/guard/rules/pattern.js';
import { newPlace, newProject } from './build/project.js';

const place = newPlace();
const project = newProject(place);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/guard.md'), 'utf8');

describe('docs/guard.md', () => {
  it('shows an answer that the guard gives', () => {
    const [, request = ''] = /^echo '(.*)' \| crew guard$/m.exec(page) ?? [];
    const [, answer = ''] = /^(\{"verdict".*)$/m.exec(page) ?? [];
    expect(project.gate()(JSON.parse(request))).toEqual(JSON.parse(answer));
  });

  it('shows rules that mean something', () => {
    const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => parse(text));
    expect(blocks).toHaveLength(2);
    for (const block of blocks)
      expect(() => ruleBook({ rules: { run: { ...noRules, ...(block.guard ?? block) } } })).not.toThrow();
  });
});

describe('the tables', () => {
  it('are what docs/guard.md says', () => {
    expect(withTables(page)).toBe(page);
  });

  it('name no command twice, and none that is both known and asked', () => {
    const asked = ASKED.flatMap(({ names }) => names);
    expect(asked.filter((name, at) => asked.indexOf(name) !== at)).toEqual([]);
    expect(asked.filter((name) => knownCommand(name))).toEqual([]);
  });

  it('hold every command that their families list', () => {
    const names = families.flatMap(({ commands }) => commands.map(({ name }) => name));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(askedByName('curl')?.why).toBe('reaches the network');
  });
});
