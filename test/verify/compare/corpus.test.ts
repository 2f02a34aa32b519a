import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { compare } from '../../../src/verify/compare/index.js';
import { recordOf } from './notation.js';

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/verify-compare');
const LISTS = ['fixed', 'broken', 'before', 'flaky', 'added', 'removed', 'refused', 'silenced', 'unknown'] as const;

interface Case {
  readonly name: string;
  readonly base: readonly string[];
  readonly head: readonly string[];
  readonly again?: { readonly base?: readonly (readonly string[])[]; readonly head?: readonly (readonly string[])[] };
  readonly expect: { readonly verdict: string } & { readonly [List in (typeof LISTS)[number]]?: readonly string[] };
}

const themes = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const casesOf = (file: string): readonly Case[] => parse(readFileSync(path.join(FOLDER, file), 'utf8'));

describe.each(themes)('%s', (file) => {
  it.each(casesOf(file))('$name', ({ base, head, again, expect: truth }) => {
    const compared = compare({
      base: recordOf(base),
      head: recordOf(head),
      again: { base: (again?.base ?? []).map(recordOf), head: (again?.head ?? []).map(recordOf) },
    });
    const { verdict, ...lists } = compared;
    const found = { verdict, ...Object.fromEntries(LISTS.map((list) => [list, lists[list]])) };
    const expected = { verdict: truth.verdict, ...Object.fromEntries(LISTS.map((list) => [list, truth[list] ?? []])) };
    expect(found).toEqual(expected);
  });
});

it('holds at least 120 cases', () => {
  expect(themes.flatMap(casesOf).length).toBeGreaterThanOrEqual(120);
});
