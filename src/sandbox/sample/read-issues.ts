import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseIssue, type SampleIssue } from './parse-issue.js';

const folder = fileURLToPath(new URL('./issues', import.meta.url));

/** The sample issues in the order of their numbers; a file's name begins with the number it will have. */
export function readIssues(): SampleIssue[] {
  const names = readdirSync(folder).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return names.map((name) => parseIssue(name, readFileSync(`${folder}/${name}`, 'utf8')));
}
