import { questionId } from '../../../agent/question-id.js';

/** Names the question whether a run may go on from a tree that somebody has changed: another change is another question. */
export const takeId = (sha256: string): string => questionId('p', 'tree', sha256);
