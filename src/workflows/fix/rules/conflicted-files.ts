import { changedFiles } from './changed-files.js';

const MARKER = /^\+(?:<{7}|>{7}|\|{7})(?: |\r?$)/m;

/** The files of a diff whose added lines contain conflict markers. */
export const conflictedFiles = (diff: string): readonly string[] =>
  diff
    .split(/^(?=diff --git )/m)
    .filter((part) => MARKER.test(part))
    .flatMap((part) => changedFiles(part).map(({ path }) => path));
