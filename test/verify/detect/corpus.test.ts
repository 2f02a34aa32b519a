import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { verifyWords } from '../../../src/text/lang/verify/index.js';
import { detect, type Step, type Tree } from '../../../src/verify/detect/index.js';

const CORPUS = path.join(import.meta.dirname, '../../corpus/verify');

interface Repository {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly has?: readonly string[];
  readonly expect: readonly string[];
}

const treeOf = ({ files, has = [] }: Pick<Repository, 'files' | 'has'>): Tree => ({
  files: Object.keys(files).sort(),
  text: (file) => files[file],
  has: (folder) => has.includes(folder),
});

function lineOf({ name, cwd, command, why, leads }: Step): string {
  const asked = leads
    ? `${leads.runners.join(', ')}${leads.scripts ? ' in scripts' : leads.beyond ? ' behind a caller' : ''}`
    : '-';
  return [name, cwd, command, verifyWords('en').why(why), asked].join(' | ');
}

describe.each(readdirSync(CORPUS).filter((file) => file.startsWith('detect-')))('%s', (file) => {
  const repositories = parse(readFileSync(path.join(CORPUS, file), 'utf8')) as readonly Repository[];

  it.each(repositories.map((each) => [each.name, each] as const))('%s', (_, repository) => {
    const { steps } = detect(treeOf(repository), { setup: [], steps: [] });
    expect(steps.map(lineOf)).toEqual(repository.expect);
    expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
  });
});
