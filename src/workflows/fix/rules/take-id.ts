/** Names the question whether a run may go on from a tree that somebody has changed: another change is another question. */
import { questionId } from '../../../agent/tool.js';

export const takeId = (sha256: string): string => questionId('p', 'tree', sha256);
