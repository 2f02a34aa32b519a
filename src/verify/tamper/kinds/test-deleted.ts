import { type Found, saying } from '../finding.js';
import { changesSources, type Ground, type Placed, speaksOfGone, whereWas } from '../ground.js';
import { claimsAnew } from './assertion-removed.js';

/**
 * A test that is nowhere any more, under no name and in no file. Also a file of tests whose tests this does not read. Tests of what the
 * change takes away go with it. That a test which ran before runs no more is also seen by comparing the runs.
 */
export function testDeleted(ground: Ground): readonly Found[] {
  const tests = ground.gone.filter(({ unit }) => !unit.group && unit.skips.every(({ conditional }) => conditional));
  const files = ground.files.filter(
    ({ was, role, before, after }) => was === 'test' && before && (!after || (role !== 'test' && role !== 'support')),
  );
  const whole = files.flatMap((file) => wholeFile(ground, { file, tests: tests.filter((test) => test.file === file) }));
  const single = tests
    .filter(({ file, unit }) => !files.includes(file) && !speaksOfGone(ground, `${unit.name} ${unit.body}`))
    // Where something new is claimed, it was rather written anew.
    .filter(({ file }) => !(changesSources(ground) && (claimsAnew(file) || comesWith(ground, file))))
    .map((placed) => oneTest(ground, placed));
  return [...whole, ...single];
}

function wholeFile(
  ground: Ground,
  { file, tests }: { file: Placed['file']; tests: readonly Placed[] },
): readonly Found[] {
  // All of its tests went elsewhere: then it was only moved.
  const had = ground.pairs.some(({ before, after, file: to }) => to !== file && before !== after) && tests.length === 0;
  const known = file.before !== null && /javascript|python|go|rust|java/.test(file.before.language.name);
  if (tests.length === 0 && (had || known)) return [];
  const excused = file.before !== null && speaksOfGone(ground, file.before.code);
  const replaced = ground.come.some(({ unit }) => !unit.group && unit.assertions.length > 0);
  const how = file.after ? 'file-unseen' : 'file-gone';
  const count = tests.length === 0 ? saying(how) : saying(`${how}-tests`, String(tests.length));
  if ((excused || replaced) && tests.length > 0) return [];
  return [
    {
      file: file.path,
      line: 1,
      kind: 'test-deleted',
      weight: replaced || changesSources(ground) ? 'named' : 'blocks',
      because: count,
    },
  ];
}

function oneTest(ground: Ground, placed: Placed): Found {
  const { file, unit } = placed;
  return {
    file: file.path,
    line: whereWas(file, unit.line),
    kind: 'test-deleted',
    weight: changesSources(ground) || claimsAnew(file) || comesWith(ground, file) ? 'named' : 'blocks',
    because: [...saying('test-gone', unit.path), ...(isCommentedOut(placed) ? saying('in-a-comment') : [])],
  };
}

function comesWith({ come }: Ground, file: Placed['file']): boolean {
  return come.some((placed) => placed.file === file && !placed.unit.group && placed.unit.assertions.length > 0);
}

function isCommentedOut({ file, unit }: Placed): boolean {
  return unit.name.length > 2 && file.after?.comments.includes(unit.name) === true;
}
