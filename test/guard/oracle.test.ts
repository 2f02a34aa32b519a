import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { plainCommand } from '../../src/guard/shell/syntax.js';
import { chanceOf } from './build/chance.js';

const PIECES = [
  'a',
  'b1',
  'src/a.ts',
  '-la',
  '--x=y',
  'é',
  '日',
  '\\',
  '\\\\',
  '\\ ',
  '\\"',
  "\\'",
  '\\a',
  '\\$',
  '\\*',
  '\\#',
  "'",
  "''",
  "'b c'",
  "'\\'",
  '"',
  '""',
  '"b c"',
  '"\\""',
  '"\\a"',
  '"\\\\"',
  '"\\$x"',
  '"a\\\nb"',
  '"\'"',
  "'\"'",
  ' ',
  '  ',
  '\t',
  '#',
  'a#b',
  '=',
  '[',
  ']',
  '{',
  '}',
  '{}',
  ',',
  '!',
  '^',
  ':',
  '~',
  '@',
  '%',
  '+',
  '.',
  '..',
  '-',
  '--',
  '?',
  '*',
  '$',
  '$x',
  '$[',
  '$[1]',
  '$((',
  '`id`',
  '>',
  '<',
  '&',
  ';',
  '|',
  '(',
  ')',
  '\n',
  '2>&1',
  ' 2>/dev/null',
  ' >/dev/null',
  '\\\n',
  "$'a'",
  '$"a"',
  '|| true',
  ' || echo x',
  '"!"',
  'a=b',
  'a=~',
  ':~',
  '{a,b}',
  '{1..3}',
  '@(a)',
  'if',
  'time',
  'x[1]',
  '"`"',
  "'`'",
  '\r',
  '\v',
  '\f',
];

/** Lines of the shell as somebody would make them who wants two readers to disagree. */
function linesFrom(seed: number, count: number): readonly string[] {
  const chance = chanceOf(seed);
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + chance.below(9) }, () => chance.one(PIECES)).join(''),
  );
}

/**
 * What bash makes of the words behind a name, line by line; null where it would not read the line at all. Only lines that are judged
 * plain come here: they start nothing else.
 */
function byBash(lines: readonly string[]): readonly (readonly string[] | null)[] {
  const script = `p() { printf '%s\\0' "$@" >&3; printf '\\1\\0' >&3; }
    for line in "$@"; do eval "$line"; printf '\\2\\0' >&3; done`;
  const { output } = spawnSync('bash', ['--norc', '--noprofile', '-c', script, '_', ...lines], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    maxBuffer: 1 << 28,
  });
  return String(output[3])
    .split('\x02\0')
    .slice(0, -1)
    .map((piece) => {
      const words = piece.split('\0').slice(0, -1);
      return words.at(-1) === '\x01' ? words.slice(0, -1) : null;
    });
}

describe('where the guard reads words, bash reads the same', () => {
  const batches = process.env.CREW_LONG ? 400 : 4;
  it.each(Array.from({ length: batches }, (_, n) => n + 1))('in batch %d of made-up lines', (seed) => {
    const read = linesFrom(seed, 2500).flatMap((made) => {
      const line = `p x${made}`;
      const plain = plainCommand(line);
      return 'words' in plain ? [{ line, words: plain.words.slice(1).map(({ text }) => text) }] : [];
    });
    const oracle = byBash(read.map(({ line }) => line));
    expect(read.length).toBeGreaterThan(50);
    expect(oracle).toHaveLength(read.length);
    expect(read.filter(({ words }, at) => JSON.stringify(words) !== JSON.stringify(oracle[at]))).toEqual([]);
  });
});
