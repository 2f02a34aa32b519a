// The corpus, and how it was labelled: test/corpus/task/README.md. `requests.tsv`: titles of issues and subjects of commits of public repositories. The set `first` was labelled before the rules were
// written; they were tuned on one half of it (by the digest of the title) and on the set `second`. The set `third` was drawn from
// other repositories and labelled when the rules stood, and no rule was changed for it. `kept-half.tsv` is of repositories that no rule has seen.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { digestOf } from '../../../src/text/digest.js';
import { CLASSIFIER_FALLBACK, classify, firstLine } from '../../../src/workflows/task/rules/classify.js';
import { TASK_TYPES } from '../../../src/workflows/task/rules/contract.js';

interface Labelled {
  readonly type: string;
  readonly title: string;
  readonly set: string;
}

const readRows = (name: string): readonly (readonly string[])[] =>
  readFileSync(new URL(`../../corpus/task/${name}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

const corpus: readonly Labelled[] = readRows('requests').map(([type = '', , , title = '', set = '']) => ({
  type,
  title,
  set,
}));

interface FromRepository extends Labelled {
  readonly repository: string;
}

/** The texts of a half; `set` says whether a person can label the text for sure. */
const readHalf = (name: string): readonly FromRepository[] =>
  readRows(name).map(([type = '', set = '', repository = '', , title = '']) => ({ type, set, repository, title }));
const halves = { rules: readHalf('rules-half'), kept: readHalf('kept-half') };
const clearOf = (half: readonly FromRepository[]): readonly FromRepository[] =>
  half.filter(({ set }) => set === 'clear');

const keptApart = corpus.filter(
  ({ title, set }) => set === 'first' && Number.parseInt(digestOf(title).slice(0, 8), 16) % 2 === 1,
);
const wrong = (of: readonly Labelled[]) =>
  of
    .map((each) => ({ ...each, said: classify(each.title)?.task_type ?? 'undecided' }))
    .filter(({ type, said }) => type !== said);
const accuracy = (of: readonly Labelled[]): number => 1 - wrong(of).length / of.length;

/** Types that the same workflow executes count as one. */
const kindOf = (type: string): string => (['implement', 'refactor', 'test'].includes(type) ? 'fix' : type);
const executorRight = (of: readonly Labelled[]): number =>
  1 - wrong(of).filter(({ type, said }) => kindOf(type) !== kindOf(said)).length / of.length;

function print(name: string, of: readonly Labelled[]): void {
  const none = of.filter(({ title }) => classify(title) === null).length;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  process.stdout.write(
    `TaskClassifier, rules alone, ${of.length} ${name}: ${percent(accuracy(of))} right, ` +
      `${percent(executorRight(of))} to the right executor, ${none} left to a model\n`,
  );
}

describe('the corpus of requests', () => {
  it('holds 300 requests of all types in two halves, in English and Japanese', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(300);
    expect(new Set(corpus.map(({ type }) => type))).toEqual(new Set(TASK_TYPES));
    expect(keptApart.length).toBeGreaterThan(150);
    expect(corpus.filter(({ title }) => /[\p{scx=Hiragana}\p{scx=Katakana}]/u.test(title)).length).toBeGreaterThan(90);
  });

  it('is classified right in nine of ten cases, on the half that was kept apart; undecided counts as wrong', () => {
    print('kept apart', keptApart);
    print(
      'in view',
      corpus.filter((each) => each.set !== 'third' && !keptApart.includes(each)),
    );
    if (process.env.CREW_SHOW_WRONG)
      process.stdout.write(
        `${wrong(corpus)
          .map((each) => JSON.stringify(each))
          .join('\n')}\n`,
      );
    expect(accuracy(keptApart)).toBeGreaterThanOrEqual(0.9);
  });

  it('is given to the right executor in nine of ten cases that the rules decide, also in repositories that no rule has seen', () => {
    const third = corpus.filter(({ set }) => set === 'third');
    print('of unseen repositories', third);
    const decided = third.filter(({ title }) => classify(title) !== null);
    expect(decided.length / third.length).toBeGreaterThan(0.85);
    expect(executorRight(decided)).toBeGreaterThanOrEqual(0.9);
  });
});

/** A line for each label: how often the rules said which type. */
function confusionTable(of: readonly Labelled[]): string {
  const types = [...TASK_TYPES, 'undecided'];
  const row = (type: string) => {
    const said = of.filter((each) => each.type === type).map(({ title }) => classify(title)?.task_type ?? 'undecided');
    return [type, ...types.map((each) => said.filter((one) => one === each).length)];
  };
  const rows = TASK_TYPES.map(row).filter(([, ...counts]) => counts.some((count) => count !== 0));
  return `| label \\ rules say | ${types.join(' | ')} |\n${rows.map((each) => `| ${each.join(' | ')} |\n`).join('')}`;
}

describe('the half of the corpus that is kept apart by repository', () => {
  it('has more than 600 texts of ten repositories and more in both halves, none of a repository of the other half', () => {
    const names = (half: readonly FromRepository[]) => [...new Set(half.map(({ repository }) => repository))];
    expect(halves.rules.length + halves.kept.length).toBeGreaterThan(600);
    expect(names(halves.kept).length).toBeGreaterThanOrEqual(10);
    expect(names(halves.kept).filter((name) => names(halves.rules).includes(name))).toEqual([]);
  });

  it('is classified right in nine of ten texts that the rules decide; at most one of twenty is left to a model', () => {
    const kept = clearOf(halves.kept);
    const decided = kept.filter(({ title }) => classify(title) !== null);
    print('in view, by repository', clearOf(halves.rules));
    print('kept apart by repository', kept);
    const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
    process.stdout.write(
      `Of the ${decided.length} that the rules decide ${share(decided.length - wrong(decided).length, decided.length)} are right; ` +
        `${share(kept.length - decided.length, kept.length)} are left to a model; ` +
        `${halves.kept.length - kept.length} unclear texts are not counted\n${confusionTable(kept)}`,
    );
    expect(accuracy(kept)).toBeGreaterThanOrEqual(0.9);
    expect(accuracy(decided)).toBeGreaterThanOrEqual(0.95);
    expect(executorRight(decided)).toBeGreaterThanOrEqual(0.99);
    expect(decided.length / kept.length).toBeGreaterThanOrEqual(0.95);
  });
});

describe('TaskClassifier', () => {
  it.each([
    ['fizzbuzz を作って', 'implement', false],
    ['このAPIの設計方針を決めたい', 'design', true],
    ["decide this API's design", 'design', true],
    ['Review the error handling of src/net', 'review', true],
    ['Why does the build take ten minutes?', 'investigate', false],
    ['READMEに使い方を書く', 'document', false],
    ['Rename Foo to Bar everywhere', 'refactor', false],
    ['addMonths のテストを追加する', 'test', false],
  ])('takes %s as %s, persona %s', (request, task_type, requires_persona) => {
    expect(classify(request)).toMatchObject({ task_type, requires_persona });
  });

  it('decides nothing where no rule holds', () => {
    expect(classify('難しい判断を要するタスク')).toBeNull();
    expect(classify('')).toBeNull();
  });

  it('reads the first line that holds anything', () => {
    expect(firstLine('\n\n## Fix the parser\n\nIt crashes.')).toBe('Fix the parser');
    expect(firstLine('#12: Fix the parser')).toBe('#12: Fix the parser');
  });

  it('falls back to an investigation with personas', () => {
    expect(CLASSIFIER_FALLBACK).toMatchObject({ task_type: 'investigate', requires_persona: true });
  });
});
