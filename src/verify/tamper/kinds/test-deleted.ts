import { changesSources, mentionsRemovedCode, type TamperContext, type TestInFile, whereWas } from '../context.js';
import { type Found, saying } from '../finding.js';
import { addsAssertions } from './assertion-removed.js';

/** A removed test, or a removed test file whose language is not parsed. Tests of code that the change removes may go with it. */
export function testDeleted(context: TamperContext): readonly Found[] {
  const tests = context.gone.filter(({ unit }) => !unit.group && unit.skips.every(({ conditional }) => conditional));
  const files = context.files.filter(
    ({ was, role, before, after }) => was === 'test' && before && (!after || (role !== 'test' && role !== 'support')),
  );
  const whole = files.flatMap((file) =>
    wholeFile(context, { file, tests: tests.filter((test) => test.file === file) }),
  );
  const single = tests
    .filter(({ file, unit }) => !files.includes(file) && !mentionsRemovedCode(context, `${unit.name} ${unit.body}`))
    // New assertions suggest that the test was rewritten.
    .filter(({ file }) => !(changesSources(context) && (addsAssertions(file) || addsTests(context, file))))
    .map((placed) => oneTest(context, placed));
  return [...whole, ...single];
}

function wholeFile(
  context: TamperContext,
  { file, tests }: { file: TestInFile['file']; tests: readonly TestInFile[] },
): readonly Found[] {
  // All its tests are in other files now: the file was moved.
  const had =
    context.pairs.some(({ before, after, file: to }) => to !== file && before !== after) && tests.length === 0;
  const known = file.before !== null && /javascript|python|go|rust|java/.test(file.before.language.name);
  if (tests.length === 0 && (had || known)) return [];
  const excused = file.before !== null && mentionsRemovedCode(context, file.before.code);
  const replaced = context.addedTests.some(({ unit }) => !unit.group && unit.assertions.length > 0);
  const how = file.after ? 'file-unseen' : 'file-gone';
  const count = tests.length === 0 ? saying(how) : saying(`${how}-tests`, String(tests.length));
  if ((excused || replaced) && tests.length > 0) return [];
  return [
    {
      file: file.path,
      line: 1,
      kind: 'test-deleted',
      weight: replaced || changesSources(context) ? 'named' : 'blocks',
      because: count,
    },
  ];
}

function oneTest(context: TamperContext, placed: TestInFile): Found {
  const { file, unit } = placed;
  return {
    file: file.path,
    line: whereWas(file, unit.line),
    kind: 'test-deleted',
    weight: changesSources(context) || addsAssertions(file) || addsTests(context, file) ? 'named' : 'blocks',
    because: [...saying('test-gone', unit.path), ...(isCommentedOut(placed) ? saying('in-a-comment') : [])],
  };
}

function addsTests({ addedTests }: TamperContext, file: TestInFile['file']): boolean {
  return addedTests.some((placed) => placed.file === file && !placed.unit.group && placed.unit.assertions.length > 0);
}

function isCommentedOut({ file, unit }: TestInFile): boolean {
  return unit.name.length > 2 && file.after?.comments.includes(unit.name) === true;
}
