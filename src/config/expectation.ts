import type * as z from 'zod';

/** What was expected, for issues whose setting has no words of its own; it completes "write …". */
export function expectation(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String));
  if (issue.code !== 'invalid_type') return 'another value';
  if (issue.expected === 'boolean') return 'true or false';
  if (issue.expected === 'array') return 'a list';
  return 'a group of settings';
}

/** "a, b or c". */
function oneOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} or ${last}` : last;
}
