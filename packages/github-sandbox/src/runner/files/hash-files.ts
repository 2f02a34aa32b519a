// The function hashFiles() of expressions. Used by run/job-frame.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathPattern } from './find-files.js';

/** The `hashFiles` function: SHA-256 over the SHA-256 of each file; empty if none matches. */
export function hashFiles(workspace: string, patterns: string[]): string {
  const rules = patterns
    .flatMap((pattern) => pattern.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const negative = line.startsWith('!');
      return { negative, matches: pathPattern(resolve(workspace, negative ? line.slice(1) : line)) };
    });
  const files = walk(workspace).filter((file) =>
    rules.reduce((included, rule) => (rule.matches.test(file) ? !rule.negative : included), false),
  );
  if (files.length === 0) return '';
  const whole = createHash('sha256');
  for (const file of files) whole.update(createHash('sha256').update(readFileSync(file)).digest());
  return whole.digest('hex');
}

/** Synchronous, because the expression library is. */
function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [path] : [];
  });
}
