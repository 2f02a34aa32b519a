// What can be said against an answer before anything is run: it would be verified in vain, or must not be verified as it is.
import type { Config } from '../../../config/index.js';
import { differs } from './approach.js';
import { changedFiles } from './changed-files.js';
import { conflictedFiles } from './conflicted-files.js';
import type { Course } from './course.js';
import { asksForRemarks, changesOnlyRemarks } from './remarks.js';
import { lengthOf, outsideOf } from './scope.js';
import * as words from './words.js';

export interface Bounds {
  readonly scope: readonly string[];
  readonly config: Config;
  /** The task, in the words of whoever gave it. */
  readonly asked: string;
  /** The change is a merge. */
  readonly isMerge: boolean;
}

/** The first objection, for the Editor; none: null. */
export function objectionTo(course: Course, bounds: Bounds): string | null {
  const { last } = course;
  if (!last || last.text === '') return words.unchanged;
  return (
    conflicted(last.text, bounds) ??
    kept(last.files, bounds) ??
    outside(last.files, course, bounds) ??
    remarks(course, bounds) ??
    long(course, bounds) ??
    stale(course)
  );
}

function conflicted(diff: string, { isMerge }: Bounds): string | null {
  const files = isMerge ? conflictedFiles(diff) : [];
  return files.length > 0 ? words.conflicted(files) : null;
}

/** What nobody's task is to change. */
const OWN = /^(?:\.github\/crew\.ya?ml|\.crew\/.*|\.git\/.*)$/;
const WORKFLOWS = /^\.github\/workflows\//;

function kept(files: readonly string[], { config }: Bounds): string | null {
  const found = files.filter((file) => OWN.test(file) || (WORKFLOWS.test(file) && !config.fix['workflow-files']));
  return found.length > 0 ? words.protectedFiles(found) : null;
}

function outside(files: readonly string[], course: Course, { scope }: Bounds): string | null {
  const slices = course.slices.flatMap(({ paths }) => paths);
  const found = files.flatMap((file) => {
    const beyond = outsideOf(file, { scope, slices, files: course.sliced });
    return beyond === null ? [] : [{ file, globs: beyond === 'scope' ? scope : slices }];
  });
  const [first] = found;
  return first
    ? words.outside(
        found.map(({ file }) => file),
        first.globs,
      )
    : null;
}

/** Of which kind it is says the Editor alone; what it may leave to people's eyes, the task has to say as well. */
function remarks({ last, answer }: Course, { asked }: Bounds): string | null {
  if (!changesOnlyRemarks(last?.text ?? '')) return null;
  return answer?.kind === 'other' && asksForRemarks(asked) ? null : words.onlyRemarks;
}

function long(course: Course, { config }: Bounds): string | null {
  const files = changedFiles(course.last?.text ?? '');
  const lines = files.reduce((sum, { added, removed }) => sum + added + removed, 0);
  const max = config.fix['max-lines'];
  const wanted = course.slices.flatMap(({ lines: each }) => each ?? []);
  const slice = wanted.length > 0 ? wanted.reduce((sum, each) => sum + each, 0) : undefined;
  const length = lengthOf(lines, { slice, max });
  if (length === 'refused') return words.tooLong(lines, max ?? 0);
  if (length !== 'long' || course.warned.has('long')) return null;
  course.warned.add('long');
  return words.longForSlice(lines, slice ?? 0);
}

function stale(course: Course): string | null {
  // Nothing is verified again: only what the answer says about targets counts.
  if (course.green) return null;
  if (course.isSameAgain) return words.sameAgain;
  return course.failedPlans.length > 0 && !differs(course.plan, course.failedPlans) ? words.sameApproach : null;
}
