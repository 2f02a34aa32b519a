import { describe, expect, it } from '@jest/globals';
import { codeBeforeWithTestsAfter, editsOwnTests } from '../../../src/verify/prove/rust-tests.js';

const CODE = 'pub fn add(a: i32, b: i32) -> i32 { a - b }\n';
const FIXED = CODE.replace('a - b', 'a + b');
const tests = (...lines: readonly string[]) =>
  ['#[cfg(test)]', 'mod tests {', '    use super::*;', ...lines, '}', ''].join('\n');
const ADDS = '    #[test]\n    fn adds() { assert_eq!(add(1, 2), 3); }';

/** The words of a text, since blank space has no meaning in Rust. */
const words = (text: string | null) => text?.split(/\s+/).filter(Boolean).join(' ');

describe('the code before a change, with the tests after it', () => {
  it.each<[string, string, string, string]>([
    ['new tests', CODE, FIXED + tests(ADDS), CODE + tests(ADDS)],
    ['another test in the module', CODE + tests(), FIXED + tests(ADDS), CODE + tests(ADDS)],
    ['a test between functions', `${tests()}${CODE}`, `${tests(ADDS)}${FIXED}`, CODE + tests(ADDS)],
    [
      'helpers of tests outside of the module',
      CODE,
      `#[cfg(test)]\n#[allow(unused)]\nuse std::{fmt, io};\n${FIXED}#[cfg(test)]\nconst N: [u8; 2] = [1, 2];\n${tests(ADDS)}`,
      `${CODE}#[cfg(test)]\n#[allow(unused)]\nuse std::{fmt, io};\n#[cfg(test)]\nconst N: [u8; 2] = [1, 2];\n${tests(ADDS)}`,
    ],
    [
      'braces in strings and comments',
      CODE,
      FIXED + tests('    #[test] fn a() { assert_eq!("}", r#"}"#); } // }', "    const C: char = '}';"),
      CODE + tests('    #[test] fn a() { assert_eq!("}", r#"}"#); } // }', "    const C: char = '}';"),
    ],
    [
      'a module with a feature',
      CODE,
      FIXED + tests(ADDS).replace('cfg(test)', 'cfg(all(test, feature = "std"))'),
      CODE + tests(ADDS).replace('cfg(test)', 'cfg(all(test, feature = "std"))'),
    ],
    [
      'foreign functions and crates for tests',
      CODE,
      `#[cfg(test)]\nextern crate quickcheck;\n#[cfg(test)]\nextern "C" fn hook(n: i32) -> i32 { n }\n#[cfg(test)]\nextern "C" { fn abs(n: i32) -> i32; }\n${FIXED}${tests(ADDS)}`,
      `${CODE}#[cfg(test)]\nextern crate quickcheck;\n#[cfg(test)]\nextern "C" fn hook(n: i32) -> i32 { n }\n#[cfg(test)]\nextern "C" { fn abs(n: i32) -> i32; }\n${tests(ADDS)}`,
    ],
    ['tests that went', CODE + tests(ADDS), FIXED, CODE],
  ])('%s', (_, before, after, hybrid) => {
    expect(words(codeBeforeWithTestsAfter('src/lib.rs', before, after))).toBe(words(hybrid));
  });

  it.each<[string, string, string, string]>([
    ['the tests are as they were', 'src/lib.rs', CODE + tests(ADDS), FIXED + tests(ADDS)],
    ['it is another language', 'src/lib.py', CODE, FIXED + tests(ADDS)],
    ['tests are inside an item', 'src/lib.rs', CODE, `${FIXED}mod a { ${tests(ADDS)} }`],
    ['the whole file is for tests', 'src/lib.rs', CODE, `#![cfg(test)]\n${FIXED}`],
    ['an item has no end', 'src/lib.rs', CODE, `${FIXED}#[cfg(test)]\nmod tests {`],
    ['the condition is another one', 'src/lib.rs', CODE, FIXED + tests(ADDS).replace('test', 'any(test, fuzzing)')],
    ['code is left out of tests', 'src/lib.rs', CODE, `${FIXED}#[cfg(not(test))]\nfn f() {}`],
  ])('is none where %s', (_, path, before, after) => {
    expect(codeBeforeWithTestsAfter(path, before, after)).toBeNull();
  });
});

describe('a change edits the tests of its own source files', () => {
  it.each<[string, string | null, string | null]>([
    ['a test of the module', CODE + tests(ADDS), FIXED + tests(ADDS.replace('3', '4'))],
    [
      'a test outside of a module',
      `${CODE}#[test]\nfn a() { assert!(true) }`,
      `${FIXED}#[test]\nfn a() { assert!(!false) }`,
    ],
    [
      'an example',
      `/// \`\`\`\n/// assert_eq!(add(1, 2), 3);\n/// \`\`\`\n${CODE}`,
      `/// \`\`\`\n/// add(1, 2);\n/// \`\`\`\n${CODE}`,
    ],
    ['a new file with tests', null, CODE + tests(ADDS)],
    ['a file that cannot be cut', CODE, `${CODE}mod a { ${tests()} }`],
  ])('%s', (_, before, after) => expect(editsOwnTests('src/lib.rs', before, after)).toBe(true));

  it.each<[string, string, string | null, string | null]>([
    ['code beside tests', 'src/lib.rs', CODE + tests(ADDS), FIXED + tests(ADDS)],
    ['words of a comment', 'src/lib.rs', `/// Adds.\n${CODE}`, `/// Adds two.\n${CODE}`],
    ['a new file without tests', 'src/new.rs', null, CODE],
    ['another language', 'src/lib.go', CODE, tests()],
  ])('but not %s', (_, path, before, after) => expect(editsOwnTests(path, before, after)).toBe(false));
});
