import type { StepRecord, TestRecord, VerificationRecord } from '../records.js';

/** A test as people and agents name it. */
export interface NamedTest {
  readonly file: string;
  readonly test: string;
}

export interface FoundTest {
  readonly step: Pick<StepRecord, 'name' | 'cwd'>;
  readonly test: TestRecord;
}

/** The tests of a record that fit a name, the ones of its file before others of the same name. Pure. */
export function findTest({ steps }: VerificationRecord, { file, test: wanted }: NamedTest): readonly FoundTest[] {
  const all = steps.flatMap((step) =>
    (step.tests ?? []).map((test) => ({ step: { name: step.name, cwd: step.cwd }, test })),
  );
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const name = plain(wanted);
  const named = all.filter(({ test }) =>
    [test.name, test.id].some((each) => plain(each) === name || endsIn(plain(each), name)),
  );
  const near = named.filter(({ step, test }) => isIn(file, { step, test }));
  return near.length > 0 ? near : named.filter(({ test }) => test.file === undefined);
}

/** A test within suites is often named by its last words alone. */
const endsIn = (id: string, name: string): boolean => name !== '' && / [›>] |::|\//.test(id) && id.endsWith(name);

function isIn(file: string, { step, test }: FoundTest): boolean {
  const below = step.cwd === '.' ? file : file.replace(`${step.cwd}/`, '');
  return [test.file, test.id].some((each) => each !== undefined && (each.includes(file) || each.includes(below)));
}
