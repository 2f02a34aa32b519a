// What a failing test failed by, from what its runner printed. The head decides: what is thrown says its kind there, and the words
// behind it are the test's own and may say anything. Pure.

/**
 * `assertion`: it looked at something and saw something else. `error`: the code under test threw. `load`: it did not come so
 * far: a name, a file or a bracket is missing, and any test fails so where what it imports is not there.
 */
export type FailedBy = 'assertion' | 'error' | 'load';

/** Reads it from the message of a failing test. */
export function failedBy(printed: string): FailedBy {
  const message = withoutSource(printed);
  if (NEVER_RAN.test(message)) return 'load';
  if (GO.test(message) && !UNFORMATTED.test(message)) return PANICS.test(message) ? 'error' : 'assertion';
  // That nothing was thrown is an assertion which a missing name breaks as well.
  if (asserts(message)) return OF_THROWING.test(message) && LOADS.test(message) ? 'load' : 'assertion';
  return LOADS.test(message) ? 'load' : 'error';
}

/** pytest prints the test around it, with assertions that held; what came of it stands behind an E. */
function withoutSource(message: string): string {
  const told = message.split('\n').filter((line) => /^E\s/.test(line));
  return told.length > 0 ? told.join('\n') : message;
}

/** The file of the test itself was not read to its end. */
const NEVER_RAN = /test file failed to run|Test suite failed to run|\[(?:build|setup) failed\]/i;

/** What a test of Go says itself: its file and line, without the column of a compiler. There is no other way to assert there. */
const GO = /^\s*(?:\S*\/)?\w+_test\.go:\d+:(?!\d+:)/m;
const PANICS = /^panic: |^\s*panic: .*\[recovered\]/m;
const UNFORMATTED = /^\s*\S+\.go:\d+:\d+: (?:undefined|cannot|missing|syntax error|too many|not enough)/m;

/** The kind of what was thrown: the first that stands at the beginning of a line, behind what runners put before it. */
const THROWN =
  /^[ \t]*(?:E[ \t]+|●[^\n]*\n\s*)?(?:(?:Uncaught|Unhandled|thrown:|error:)[ \t]+)?["'|]?(?:[\w$]+[.:])*(\w*(?:Error|Exception|Failure)|ERR_ASSERTION)\b(?! (?:name|message))/m;
const ASSERTION = /^(?:Assertion\w*|ERR_ASSERTION|ComparisonFailure|ExpectationNotMetError)$/;

/** What runners print of an assertion where nothing that is thrown has a name. */
const PRINTED =
  /^\s*(?:E\s+|Failure\/Error: )?(?:expect(?:\.\w+)*\([^\n]*\)(?:\.\w+)*\.to\w*|assert\b|Failed asserting that\b|Assert\.\w+\(\) Failure)|^\s*assertion [^\n]*failed|\bassertion `[^`\n]*` failed|^code: 'ERR_ASSERTION'|^\s*Expected\b[^\n:]*:[^\n]*(?:\n[^\n]*){0,40}?\n\s*(?:Received|Actual|But was|got)\b[^\n:]*:|^\s*expected: [^\n]*\n\s*(?:got|actual): /im;

function asserts(message: string): boolean {
  if (/^\s*code: 'ERR_ASSERTION'/m.test(message)) return true;
  const printed = message.search(PRINTED);
  const thrown = THROWN.exec(message);
  if (printed !== -1 && (thrown === null || printed <= thrown.index)) return true;
  return ASSERTION.test(thrown?.[1] ?? '');
}

const OF_THROWING = /\bnot\.toThrow|\bdoesNotThrow|\bdoesNotReject|Got unwanted (?:exception|rejection)|DID RAISE/;

const LOADS =
  /\b(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_UNKNOWN_FILE_EXTENSION|ERR_PACKAGE_PATH_NOT_EXPORTED)\b|Cannot find (?:module|package)|does not provide an export|Failed to (?:load|resolve) |\bSyntaxError\b|\bReferenceError\b|\bis not defined\b|\bis not a (?:function|constructor)\b|\bImportError\b|\bModuleNotFoundError\b|\bNameError\b|\bAttributeError: (?:module|type object)|\bhas no attribute\b|\bundefined: \w|\bcannot find (?:value|function|type|crate)\b|\bunresolved import\b|error\[E0\d{3}\]|\bno such file or directory\b/i;
