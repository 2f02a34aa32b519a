import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Decision } from '../../../src/guard/index.js';
import { copyOf, type Project, type Row } from './project.js';

/** The rows of the corpus; `where` is the folder of the repository's tests. */
export function readRows(where: string): readonly Row[] {
  const read: unknown = JSON.parse(readFileSync(path.join(where, 'corpus/guard/cases.json'), 'utf8'));
  if (!Array.isArray(read)) throw new Error('the corpus is a list of rows');
  return read;
}

/** A row that can be asked: in a project where its setup was done, with its rules. */
export interface Ready {
  readonly row: Row;
  /** Its command, in that project. */
  readonly command: string;
  readonly cwd: string;
  readonly ask: (command: string) => Decision;
}

/** Makes a row ready. */
export function ready(row: Row, project: Project): Ready {
  const at = row.setup ? copyOf(project) : project;
  for (const command of row.setup ?? []) at.prepare(command);
  const gate = at.gate(row.rules);
  const cwd = row.cwd === undefined ? at.root : at.place(row.cwd);
  return { row, command: at.place(row.command), cwd, ask: (command) => gate({ tool: row.tool, command, cwd }) };
}
