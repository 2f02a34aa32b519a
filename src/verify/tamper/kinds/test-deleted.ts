import { type Found, saying } from '../finding.js';
import { type Ground, type Placed, whereWas } from '../ground.js';
import { claimsAnew } from './assertion-removed.js';

/** A test that is nowhere any more, under no name and in no file. Also a file of tests whose tests this does not read. */
export function testDeleted(ground: Ground): readonly Found[] {
  const tests = ground.gone.filter(({ unit }) => !unit.group && unit.skips.every(({ conditional }) => conditional));
  const files = ground.files.filter(
    ({ was, role, before, after }) => was === 'test' && before && (!after || (role !== 'test' && role !== 'support')),
  );
  const whole = files.flatMap((file) => wholeFile(ground, { file, tests: tests.filter((test) => test.file === file) }));
  const single = tests.filter(({ file }) => !files.includes(file)).map((placed) => oneTest(ground, placed));
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
  const excused = tests.length > 0 && tests.every((test) => subjectIsGone(ground, test));
  const replaced = ground.come.some(({ unit }) => !unit.group && unit.assertions.length > 0);
  const how = file.after ? 'file-unseen' : 'file-gone';
  const count = tests.length === 0 ? saying(how) : saying(`${how}-tests`, String(tests.length));
  return [
    {
      file: file.path,
      line: 1,
      kind: 'test-deleted',
      weight: excused || replaced ? 'ask' : 'blocks',
      because: [...count, ...(excused ? saying('subject-gone') : [])],
    },
  ];
}

function oneTest(ground: Ground, placed: Placed): Found {
  const { file, unit } = placed;
  const excused = subjectIsGone(ground, placed);
  return {
    file: file.path,
    line: whereWas(file, unit.line),
    kind: 'test-deleted',
    // Where something new is claimed, it was rather written anew.
    weight: excused || claimsAnew(file) || comesWith(ground, file) ? 'ask' : 'blocks',
    because: [
      ...saying('test-gone', unit.path),
      ...(excused ? saying('subject-gone') : []),
      ...(isCommentedOut(placed) ? saying('in-a-comment') : []),
    ],
  };
}

function comesWith({ come }: Ground, file: Placed['file']): boolean {
  return come.some((placed) => placed.file === file && !placed.unit.group && placed.unit.assertions.length > 0);
}

function isCommentedOut({ file, unit }: Placed): boolean {
  return unit.name.length > 2 && file.after?.comments.includes(unit.name) === true;
}

const DECLARES =
  /(?:\bfunction\s*\*?|\bclass|\bdef|\bfunc(?:\s*\([^)]*\))?|\bfn|\bconst|\blet|\bvar|\bfun|\binterface|\bstruct|\benum|\btype|exports\.|prototype\.)\s*([A-Za-z_$][\w$]{2,})/g;

const declared = new WeakMap<Ground, ReadonlySet<string>>();

/** Something that the test names was declared by the sources before, and is declared by none of them now. */
function subjectIsGone(ground: Ground, { unit }: Placed): boolean {
  const names = declared.get(ground) ?? namesGone(ground);
  declared.set(ground, names);
  return (unit.body.match(/[A-Za-z_$][\w$]{2,}/g) ?? []).some((word) => names.has(word));
}

function namesGone({ files }: Ground): ReadonlySet<string> {
  const sources = files.filter(({ role }) => role === 'source');
  const names = (texts: readonly string[]) =>
    new Set(texts.flatMap((text) => [...text.matchAll(DECLARES)].map(([, name = '']) => name)));
  const still = names(sources.map(({ after }) => after?.code ?? ''));
  const was = names(sources.flatMap(({ removed }) => removed.map(({ code }) => code)));
  return new Set([...was].filter((name) => !still.has(name)));
}
