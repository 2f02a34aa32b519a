import type { Ended } from '../../../agent/ended.js';
import type { Question } from '../tools/scout.js';
import type { ScoutAAnswer, ScoutBAnswer } from './answers.js';

export type ScoutAnswer = ScoutAAnswer | ScoutBAnswer;

/** What comes with a Scout's answer for the story, beside what the Editor reads. */
export interface Scouted extends Question {
  /** Whose steps they are in the journal. */
  readonly by: string;
  readonly answer?: ScoutAnswer | undefined;
  /** Files that its slices name, of those that were there then: a run that is told again knows no others. */
  readonly sliced?: readonly string[] | undefined;
  readonly spent: Ended['spent'];
}
