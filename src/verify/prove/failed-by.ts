// Decides from the failure message why a test failed. Only the class of the thrown error counts, because the text after it comes from the test.
// Pure. Used by proof.ts and reproduce.ts.

/**
 * `assertion`: a checked value was different. `error`: the code under test threw an error. `load`: a name or file was missing or the syntax was
 * wrong, so the test did not reach its assertions; every test fails like this if its imports are missing.
 */
export type FailedBy = 'assertion' | 'error' | 'load';

/** The reason for a failure, from the test's message. */
export function failedBy(printed: string): FailedBy {
  const message = withoutSource(printed);
  if (NEVER_RAN.test(message)) return 'load';
  if (GO.test(message) && !UNFORMATTED.test(message)) return PANICS.test(message) ? 'error' : 'assertion';
  // An assertion that nothing is thrown also fails if a name is missing.
  if (asserts(message)) return OF_THROWING.test(message) && LOADS.test(message) ? 'load' : 'assertion';
  return LOADS.test(message) ? 'load' : 'error';
}

/** pytest prints the test's source, including assertions that held. Only lines that begin with E describe the failure. */
function withoutSource(message: string): string {
  const errors = message.split('\n').filter((line) => /^E\s/.test(line));
  return errors.length > 0 ? errors.join('\n') : message;
}

/** The test file could not be loaded. */
const NEVER_RAN = /test file failed to run|Test suite failed to run|\[(?:build|setup) failed\]/i;

/** Matches the output of a failed Go test: file and line. Compilers print a column too. Go tests have no other form of assertion. */
const GO = /^\s*(?:\S*\/)?\w+_test\.go:\d+:(?!\d+:)/m;
const PANICS = /^panic: |^\s*panic: .*\[recovered\]/m;
const UNFORMATTED = /^\s*\S+\.go:\d+:\d+: (?:undefined|cannot|missing|syntax error|too many|not enough)/m;

/** Matches the class of the thrown error: the first one at the beginning of a line, after prefixes that runners add. */
const THROWN =
  /^[ \t]*(?:E[ \t]+|●[^\n]*\n\s*)?(?:(?:Uncaught|Unhandled|thrown:|error:)[ \t]+)?["'|]?(?:[\w$]+[.:])*(\w*(?:Error|Exception|Failure)|ERR_ASSERTION)\b(?! (?:name|message))/m;
/** Matches the classes of failed assertions. */
const ASSERTION = /^(?:Assertion\w*|ERR_ASSERTION|ComparisonFailure|ExpectationNotMetError)$/;

/** Matches failed assertions that runners print without an error class. */
const PRINTED =
  /^\s*(?:E\s+|Failure\/Error: )?(?:expect(?:\.\w+)*\([^\n]*\)(?:\.\w+)*\.to\w*|assert\b|Failed asserting that\b|Assert\.\w+\(\) Failure)|^\s*assertion [^\n]*failed|\bassertion `[^`\n]*` failed|^code: 'ERR_ASSERTION'|^\s*Expected\b[^\n:]*:[^\n]*(?:\n[^\n]*){0,40}?\n\s*(?:Received|Actual|But was|got)\b[^\n:]*:|^\s*expected: [^\n]*\n\s*(?:got|actual): /im;

function asserts(message: string): boolean {
  if (/^\s*code: 'ERR_ASSERTION'/m.test(message)) return true;
  const printed = message.search(PRINTED);
  const thrown = THROWN.exec(message);
  if (printed !== -1 && (thrown === null || printed <= thrown.index)) return true;
  return ASSERTION.test(thrown?.[1] ?? '');
}

/** Matches assertions that nothing is thrown. */
const OF_THROWING = /\bnot\.toThrow|\bdoesNotThrow|\bdoesNotReject|Got unwanted (?:exception|rejection)|DID RAISE/;

/** Matches messages about missing modules, names and files, and about syntax. */
const LOADS =
  /\b(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_UNKNOWN_FILE_EXTENSION|ERR_PACKAGE_PATH_NOT_EXPORTED)\b|Cannot find (?:module|package)|does not provide an export|Failed to (?:load|resolve) |\bSyntaxError\b|\bReferenceError\b|\bis not defined\b|\bis not a (?:function|constructor)\b|\bImportError\b|\bModuleNotFoundError\b|\bNameError\b|\bAttributeError: (?:module|type object)|\bhas no attribute\b|\bundefined: \w|\bcannot find (?:value|function|type|crate)\b|\bunresolved import\b|error\[E0\d{3}\]|\bno such file or directory\b/i;
