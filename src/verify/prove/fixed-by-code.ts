// Which of the tests that failed before and pass now say something of the code.
import { type Role, roleOf } from '../tamper/role.js';

/** What decides what a test expects, besides the test's own file. */
const EXPECTS: readonly Role[] = ['record', 'support', 'fixture', 'judge'];

/**
 * The tests that passed because of the code: their files are as they were, and so is whatever else says what they expect. What the
 * change itself wrote or changed proves nothing by passing; it is run on the base for that (proof.ts). `files`: what the change touches.
 */
export function fixedByCode(fixed: readonly string[], files: readonly string[]): readonly string[] {
  const roles = files.map((file) => roleOf(file, ''));
  if (roles.some((role) => EXPECTS.includes(role))) return [];
  const touched = new Set(files);
  const touchesTests = roles.includes('test');
  return fixed.filter((id) => {
    const [file = ''] = id.split(' › ');
    return /\.\w+$/.test(file) ? !touched.has(file) : !touchesTests;
  });
}
