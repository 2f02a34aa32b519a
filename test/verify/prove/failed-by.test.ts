import { describe, expect, it } from '@jest/globals';
import { failedBy } from '../../../src/verify/prove/failed-by.js';

describe('a failing test', () => {
  it.each([
    [
      'node',
      "failureType: 'testCodeFailure'\nerror: 'Expected values to be strictly equal:\\n\\n-1 !== 3\\n'\ncode: 'ERR_ASSERTION'",
    ],
    ['jest', 'expect(received).toBe(expected) // Object.is equality\n\nExpected: 3\nReceived: -1'],
    ['vitest', 'AssertionError: expected -1 to be 3 // Object.is equality'],
    ['pytest', 'assert -1 == 3\n +  where -1 = add(1, 2)'],
    ['unittest', 'AssertionError: -1 != 3'],
    ['rust', "thread 'adds' panicked at src/lib.rs:9:9:\nassertion `left == right` failed\n  left: -1\n right: 3"],
    ['junit', 'org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>'],
  ])('of %s failed by its assertion', (_runner, message) => {
    expect(failedBy(message)).toBe('assertion');
  });

  it.each([
    [
      'a module',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/tree/sum.js' imported from /tree/test/sum.test.js",
    ],
    ['an export', "SyntaxError: The requested module '../add.js' does not provide an export named 'twice'"],
    ['a function', 'TypeError: all.twice is not a function'],
    ['a name', 'ReferenceError: twice is not defined'],
    ['a module of Python', "ModuleNotFoundError: No module named 'sums'"],
    ['a name of Python', "ImportError: cannot import name 'twice' from 'sums'"],
    ['an attribute', "AttributeError: module 'sums' has no attribute 'twice'"],
    ['a name of Go', './sum_test.go:5:7: undefined: Twice'],
    ['a name of Rust', 'error[E0425]: cannot find function `twice` in this scope'],
    ['a whole suite', 'Test suite failed to run\n\nCannot find module'],
  ])('did not come so far without %s', (_what, message) => {
    expect(failedBy(message)).toBe('load');
  });

  it.each([
    "TypeError: Cannot read properties of undefined (reading 'length')",
    'ZeroDivisionError: division by zero',
    '',
  ])('failed otherwise: %s', (message) => {
    expect(failedBy(message)).toBe('error');
  });
});
