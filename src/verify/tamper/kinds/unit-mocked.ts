// The rule for tests that mock the module that they test. One of the rules of ../index.ts; tests-removed.ts uses isOfSources.
import { posix } from 'node:path';
import type { AnalyzedFile, Line } from '../change.js';
import type { TamperContext } from '../context.js';
import { type Found, saying } from '../finding.js';
import { roleOf, TEST_ROLES } from '../role.js';
import type { Source } from '../source.js';
import { importedFrom } from '../tests/calls.js';
import { testsIn } from '../tests/index.js';
import { newLines, uncommented } from './line-patterns.js';

/** The tested unit itself is mocked, so the test checks only the mock. */
export function unitMocked({ files }: TamperContext): readonly Found[] {
  const tests = files.filter(({ role, before }) => role === 'test' && before).flatMap(inFile);
  return [...tests, ...files.filter(({ role }) => role === 'support').flatMap(forAll)];
}

const FOR_ALL = /\b(?:monkeypatch\.setattr|mocker\.patch|mock\.patch|patch)\(\s*['"][\w.]+/;

/** A mock that applies to all tests. */
function forAll(file: AnalyzedFile): readonly Found[] {
  const everywhere = /autouse\s*=\s*True/.test(file.after?.text ?? '');
  return newLines(file).flatMap((line): readonly Found[] => {
    const mocked = moduleOf(line);
    if (!(everywhere && FOR_ALL.test(uncommented(line))) && !(mocked && /^\.\.?\//.test(mocked.name))) return [];
    const because = saying('stand-in-for-all');
    return [{ file: file.path, line: line.line, kind: 'unit-mocked', weight: 'named', because }];
  });
}

function inFile(file: AnalyzedFile): readonly Found[] {
  const subject = subjectOf(file.path);
  const had = new Set(file.removed.flatMap((line) => moduleOf(line)?.name ?? []));
  return newLines(file).flatMap((line): readonly Found[] => {
    const mocked = moduleOf(line) ?? memberOf(line, file);
    if (mocked === undefined || had.has(mocked.name)) return [];
    const isSubject =
      mocked.stem === undefined ||
      (mocked.stem === subject && !PRIVATE.test(mocked.name) && isUsed(mocked, file, line)) ||
      isOnlySubject(mocked, file);
    if (!isSubject && !isAsserted(mocked, file) && !isCalledUnprogrammed(mocked, file)) return [];
    const because = saying('stand-in-for-subject', mocked.name);
    return [
      {
        file: file.path,
        line: line.line,
        kind: 'unit-mocked',
        weight: 'blocks',
        because,
      },
    ];
  });
}

/** What a module uses for itself: tests replace it to bring about a failure. */
const PRIVATE = /\._\w+$/;

/** Whether the test calls the patched member itself. In Python what a module imported is patched there too: `patch('app.os_name')`. */
function isUsed({ name }: Mocked, { after, path }: AnalyzedFile, line: Line): boolean {
  if (!path.endsWith('.py') || !after) return true;
  const member = name.split('.').at(-1) ?? '';
  const own = testsIn(after).units.find(({ group, from, to }) => !group && from <= line.at && line.at < to);
  return new RegExp(`\\b${member}\\s*\\(`).test(after.code.slice(own?.from ?? 0, own?.to));
}

/** Whether tests call what they import from a mocked module, and nothing says what the mock answers. */
function isCalledUnprogrammed({ name }: Mocked, { after, path }: AnalyzedFile): boolean {
  if (after?.language.name !== 'javascript' || !/^\.{1,2}(?:\/|$)/.test(name) || !isOfSources(path, name)) return false;
  const imported = namesFrom(after, name);
  if (imported.length === 0) return false;
  const any = `(?:${imported.join('|')})`;
  const programmed = new RegExp(
    `(?<![\\w$.])${any}(?:\\.\\w+)*\\.mock|\\b(?:mocked|expect)\\(\\s*${any}(?:\\.\\w+)*\\s*[,)]|\\b${any}(?:\\.\\w+)*\\s+as\\s`,
  );
  const called = new RegExp(`(?<![\\w$.])${any}(?:\\.\\w+)*\\(`);
  return called.test(after.code) && !programmed.test(after.code);
}

/** The local names of what is imported from a module, for a pattern. */
function namesFrom(source: Source, module: string): readonly string[] {
  const escaped = module.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return importedFrom(source, new RegExp(`^${escaped}$`)).map((each) => each.name.replaceAll('$', '\\$'));
}

/** Whether the mocked module is the only one that the test imports from the repository. */
function isOnlySubject({ name }: Mocked, { after, path }: AnalyzedFile): boolean {
  const text = after?.text ?? '';
  if (/^\.{1,2}\//.test(name)) {
    const own = [...text.matchAll(/(?:\bfrom\s+|\brequire\(\s*|^import\s+)['"](\.{1,2}\/[^'"]+)['"]/gm)]
      .map(([, each = '']) => each)
      .filter((each) => each === name || isOfSources(path, each));
    return own.length > 0 && own.every((each) => each === name);
  }
  if (PRIVATE.test(name)) return false;
  const [, module = '', member = ''] = /^([\w.]+)\.(\w+)$/.exec(name) ?? [];
  const imported = new RegExp(`^from ${module.replaceAll('.', '\\.')} import [^\n]*\\b${member}\\b`, 'm');
  return member !== '' && imported.test(text);
}

/** Whether an import of a test leads to sources, and not to other tests and what helps them. */
export function isOfSources(from: string, name: string): boolean {
  const target = posix.join(posix.dirname(from), name);
  return ['', '.js'].every((ending) => !TEST_ROLES.includes(roleOf(`${target}${ending}`, '')));
}

/** Whether assertions of the test are about what a function of the mocked module returns. */
function isAsserted({ name }: Mocked, { after }: AnalyzedFile): boolean {
  if (after?.language.name !== 'javascript' || !/^\.{1,2}(?:\/|$)/.test(name)) return false;
  const names = namesFrom(after, name);
  if (names.length === 0) return false;
  const call = `(?<![\\w$.])(?:${names.join('|')})(?:\\.(?!mock)\\w+)?\\(`;
  const [isCall, isAssigned] = [
    new RegExp(call),
    new RegExp(`\\b([A-Za-z_$][\\w$]*)\\s*=\\s*(?:await\\s+)?${call}`, 'g'),
  ];
  return testsIn(after).units.some(({ assertions, from, to }) => {
    const results = new Set([...after.code.slice(from, to).matchAll(isAssigned)].map(([, result]) => result));
    return assertions.some(({ subject }) => isCall.test(subject) || results.has(/^[\w$]+/.exec(subject)?.[0]));
  });
}

/** The subject's name: `sum` for sum.test.js, test_sum.py, SumTest.java, sum_test.go. */
function subjectOf(path: string): string {
  const name = (path.split('/').at(-1) ?? path).replace(/\.\w+$/, '');
  return stemOf(name.replace(/^tests?[._-]|[._-](?:tests?|spec|e2e)$|(?:Tests?|TestCase|IT|Spec)$/g, ''));
}

const stemOf = (name: string): string =>
  (
    name
      .split(/[/.]/)
      .filter((part) => part !== '')
      .at(-1) ?? name
  )
    .toLowerCase()
    .replace(/[-_]/g, '');

interface Mocked {
  readonly name: string;
  /** For modules: compared with the subject's name. */
  readonly stem?: string | undefined;
}

/** proxyquire loads its first argument, and mocks the keys of the second. */
const MODULE =
  /\b(?:jest|vi)\.(?:mock|doMock|unstable_mockModule|setMock)\(\s*['"`]([^'"`]+)|\bmock\.module\(\s*['"`]([^'"`]+)|\bproxyquire\(\s*['"`][^'"`]+['"`]\s*,\s*\{\s*['"`]([^'"`]+)['"`]\s*:|\b(?:td\.replace|rewiremock|mockery\.registerMock)\(\s*['"`]([^'"`]+)|\b(?:mock|spy|mockk)(?:<\w+>)?\(\s*(\w+)(?:\.class|::class)|@(?:Mock|MockBean|Spy|MockK)\s+(?:private\s+)?(?:lateinit\s+var\s+\w+\s*:\s*)?(\w+)/;
const PATCH = /(?:@|\b)(?:mock\.|mocker\.)?patch\(\s*['"]([\w.]+)\.(\w+)['"]/;

function moduleOf(line: Line): Mocked | undefined {
  const said = uncommented(line);
  const [, ...names] = MODULE.exec(said) ?? [];
  const name = names.find(Boolean);
  // Packages are not the tested unit.
  if (name && (/^[./]|^[A-Z]/.test(name) || name.startsWith('@/') || name.startsWith('src/')))
    return { name, stem: stemOf(name.replace(/\.(?:[cm]?[jt]sx?|py)$/, '')) };
  const patched = PATCH.exec(said);
  return patched?.[1] && patched[2] ? { name: `${patched[1]}.${patched[2]}`, stem: stemOf(patched[1]) } : undefined;
}

const MEMBER =
  /\b(?:jest|vi|sinon|mock|t\.mock)\.(?:spyOn|stub|method|replace)\(\s*([\w.]+)\s*,\s*['"`](\w+)['"`]\s*(?:,|\))|\bmonkeypatch\.setattr\(\s*([\w.]+)\s*,\s*['"](\w+)['"]|\bpatch\.object\(\s*([\w.]+)\s*,\s*['"](\w+)['"]/;

/** A function of a module that the same file also makes assertions about. */
function memberOf(line: Line, file: AnalyzedFile): Mocked | undefined {
  const found = MEMBER.exec(uncommented(line))?.slice(1).filter(Boolean);
  const [object, member] = found ?? [];
  if (!object || !member) return undefined;
  const call = `${object.split('.').at(-1)}.${member}(`;
  const units = file.after ? testsIn(file.after).units.filter(({ group }) => !group) : [];
  const own = units.find(({ from, to }) => from <= line.at && line.at < to);
  const claims = file.after?.text.slice(own?.from ?? 0, own?.to).split('\n') ?? [];
  const claimed = claims.some((text) => /\bassert|\bexpect\(|\bt\.\w+\(/.test(text) && text.includes(call));
  return claimed ? { name: `${object}.${member}` } : undefined;
}
