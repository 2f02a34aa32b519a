import { asked as askedBy, textOf } from '../commands/asked.js';
import type { Input, WrittenInput } from './workflow.js';

/** What a run was asked, from what was written down of it. */
export function inputOf({ event, own, asked = [], follows }: WrittenInput): Input {
  const all = askedBy(event, own);
  const meant = asked.flatMap((n) => all[n] ?? []);
  return { event, asked: meant, text: textOf(meant), ...(follows ? { follows } : {}) };
}
