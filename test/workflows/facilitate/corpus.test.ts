// The labelled truth (test/corpus/facilitate): written from the decisions alone, before the code.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type Judged, judge } from '../../../src/workflows/facilitate/rules/judge.js';
import { boardOf, type Expected, type World } from '../../build/world.js';

const FOLDER = path.resolve(import.meta.dirname, '../../corpus/facilitate');
const files = readdirSync(FOLDER).filter((file) => file.endsWith('.yml'));
const worldsOf = (file: string): readonly World[] => parse(readFileSync(path.join(FOLDER, file), 'utf8'));

const short = (ref: string, repo: string): string => (ref.startsWith(`${repo}#`) ? ref.slice(repo.length + 1) : ref);

/** What was judged, in the words of the corpus. */
function foundOf(judged: Judged, issue: string, repo: string): Expected | undefined {
  const verdict = judged.verdicts.get(issue);
  if (!verdict) return undefined;
  return {
    state: verdict.state,
    rule: verdict.rule,
    links: (judged.links.get(issue) ?? []).map(({ ref, strength }) => ({ ref: short(ref, repo), strength })),
    blockers: verdict.blockers.map(({ ref, external, open }) =>
      ref === undefined ? { external: external ?? '', open } : { ref: short(ref, repo), open },
    ),
    missing: verdict.missing.map((each) => each.replace(`${repo}#`, '')),
    ...(verdict.due ? { due: verdict.due } : {}),
    attention: verdict.attention.length > 0,
  };
}

const sorted = <T>(list: readonly T[]): readonly T[] =>
  [...list].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** In an order of its own, with what may be left out filled in. */
function normal({ state, rule, links, blockers = [], missing = [], due, attention = false }: Expected) {
  return {
    state,
    rule,
    links: sorted(links.map(({ ref, strength }) => ({ ref: String(ref), strength }))),
    blockers: sorted(
      blockers.map(({ ref, external, open }) => (ref === undefined ? { external, open } : { ref: String(ref), open })),
    ),
    missing: sorted(missing),
    due: due ?? null,
    attention,
  };
}

describe.each(files)('%s', (file) => {
  const worlds = worldsOf(file);

  it('has at least fifteen worlds', () => {
    expect(worlds.length).toBeGreaterThanOrEqual(15);
  });

  it.each(worlds.map((world) => [world.name, world] as const))('%s', (_, world) => {
    const { board, rules, memory, ref } = boardOf(world);
    const judged = judge(board, rules, memory);
    for (const [issue, expected] of Object.entries(world.expect)) {
      const found = foundOf(judged, ref(issue), board.repo);
      expect(found && { issue, ...normal(found) }).toEqual({ issue, ...normal(expected) });
    }
  });
});
