// What would have to happen, in English.
import { code } from '../../../code.js';
import type { Step } from '../messages.js';
import { list, verb } from './words.js';

/** One thing that would have to happen. */
export function step(of: Step): string {
  switch (of.is) {
    case 'over':
      return `${of.ref} is done`;
    case 'external':
      return `${code(of.what)} no longer holds it up`;
    case 'approve':
      return `a review of ${of.pull} by somebody who may push approves it`;
    case 'answer':
      return `a commit on ${of.pull} answers the request for changes`;
    case 'green':
      return `${list(of.checks.map(code))} on ${of.pull} ${verb(of.checks)} green`;
    case 'resolve':
      return `${of.pull} no longer conflicts with its base`;
    case 'allow':
      return `the rules of the repository let ${of.pull} be merged`;
    case 'retarget':
      return `${of.pull} goes into ${code(of.base)}`;
    case 'say-closes':
      return `${of.pull} says ${code(`Closes ${of.issue}`)}`;
    case 'ready':
      return `${of.pull} is marked as ready`;
    case 'choose':
      return `all but one of ${list(of.pulls)} are closed`;
    case 'open-pull':
      return `a pull request says ${code(`Closes ${of.issue}`)}`;
    case 'begin':
      return `there is a commit on a branch ${code(of.branch)}`;
    case 'part-begins':
      return `work on one of its parts begins: ${list(of.parts)}`;
    case 'parts-end':
      return `${list(of.parts)} ${verb(of.parts)} done`;
  }
}
