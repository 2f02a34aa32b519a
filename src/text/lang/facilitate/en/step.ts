// What would have to happen, in English.

import { code } from '../../../quote.js';
import type { Step } from '../messages.js';
import { list, verb } from './words.js';

/** One thing that would have to happen. */
export function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} is done`;
    case 'external':
      return `${code(of.what)} no longer blocks it`;
    case 'approve':
      return `a maintainer approves ${of.pull}`;
    case 'answer':
      return `a commit on ${of.pull} makes the requested changes`;
    case 'green':
      return `${list(of.checks.map(code))} on ${of.pull} ${of.checks.length === 1 ? 'passes' : 'pass'}`;
    case 'resolve':
      return `${of.pull} no longer conflicts with its base`;
    case 'allow':
      return `the branch rules allow ${of.pull} to be merged`;
    case 'retarget':
      return `the base of ${of.pull} is ${code(of.base)}`;
    case 'say-closes':
      return `${of.pull} contains ${code(`Closes ${of.issue}`)}`;
    case 'ready':
      return `${of.pull} is marked as ready for review`;
    case 'choose':
      return `all but one of ${list(of.pulls)} are closed`;
    case 'open-pull':
      return `a pull request contains ${code(`Closes ${of.issue}`)}`;
    case 'begin':
      return `a branch such as ${code(of.branch)} has a commit`;
    case 'part-begins':
      return `work on a sub-issue starts (${list(of.parts)})`;
    case 'parts-end':
      return `${list(of.parts)} ${verb(of.parts)} done`;
  }
}
