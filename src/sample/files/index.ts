// The files of the sample, read: whoever wants another issue, pull request or commit on it writes a file.
import { readFileSync } from 'node:fs';
import { ownFile } from '../../own-file.js';
import { board, type SampleBoard } from './board.js';
import { pushed, type SamplePush } from './commit.js';
import { issue, type SampleIssue } from './issue.js';
import { parseFile } from './parse-file.js';
import { pull, type SamplePull } from './pull.js';
import { readFolder } from './read-folder.js';

type Numbered = { readonly number: number };

export type SampleFiles = {
  readonly issues: readonly (SampleIssue & Numbered)[];
  readonly pulls: readonly (SamplePull & Numbered)[];
  /** What was put on the default branch beside pull requests. */
  readonly pushes: readonly SamplePush[];
  readonly board: SampleBoard;
};

/** Reads everything that is told of the sample project. */
export function readFiles(): SampleFiles {
  return {
    issues: readFolder('issues', issue),
    pulls: readFolder('pulls', pull),
    pushes: readFolder('commits', pushed),
    board: parseFile(board, 'board.yml', readFileSync(ownFile('src/sample/board.yml'), 'utf8')),
  };
}
