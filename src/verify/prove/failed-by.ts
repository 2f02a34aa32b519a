// What a failing test failed by, from what its runner printed. Pure.

/**
 * `assertion`: it looked at something and saw something else. `error`: the code under test threw. `load`: it did not come so
 * far: a name, a file or a bracket is missing, and any test fails so where what it imports is not there.
 */
export type FailedBy = 'assertion' | 'error' | 'load';

const LOADS =
  /\b(?:ERR_MODULE_NOT_FOUND|MODULE_NOT_FOUND|ERR_UNKNOWN_FILE_EXTENSION|ERR_PACKAGE_PATH_NOT_EXPORTED)\b|Cannot find (?:module|package)|does not provide an export|Failed to (?:load|resolve) |\bSyntaxError\b|\bReferenceError\b|\bis not defined\b|\bis not a (?:function|constructor)\b|\bImportError\b|\bModuleNotFoundError\b|\bNameError\b|\bAttributeError: (?:module|type object)|\bhas no attribute\b|\bundefined: \w|\bcannot find (?:value|function|type|crate)\b|\bunresolved import\b|error\[E0\d{3}\]|\bno such file or directory\b|test file failed to run|Test suite failed to run/i;

const ASSERTS =
  /\bERR_ASSERTION\b|\bAssertion(?:Error|FailedError)?\b|\bassert(?:ion)?\b|\bexpect(?:ed|ation)?\b|\breceived\b|\bto(?:Be|Equal|StrictEqual|Match|Throw|Contain|Have)\w*\b|\bleft\b[\s\S]{0,200}\bright\b|^\s*E\s+assert/im;

/** Reads it from the message of a failing test. */
export function failedBy(message: string): FailedBy {
  if (LOADS.test(message) && !/\bERR_ASSERTION\b/.test(message)) return 'load';
  return ASSERTS.test(message) ? 'assertion' : 'error';
}
