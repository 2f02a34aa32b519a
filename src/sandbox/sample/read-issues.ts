import { readdirSync, readFileSync } from 'node:fs';
import { ownFile } from '../../own-file.js';
import { parseIssue, type SampleIssue } from './parse-issue.js';

/** The sample issues in the order of their numbers; a file's name begins with the number it will have. */
export function readIssues(): SampleIssue[] {
  const folder = ownFile('src/sandbox/sample/issues');
  const names = readdirSync(folder).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
  return names.map((name) => parseIssue(name, readFileSync(`${folder}/${name}`, 'utf8')));
}
