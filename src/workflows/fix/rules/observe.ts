import type { Called } from '../../../agent/agent.js';
import type { Allowance } from '../../../agent/allowance.js';
import type { Acted } from '../../../agent/tool.js';
import type { Course } from './course.js';
import { leftBy } from '../tools/remembered.js';
import type { Scouted } from './scouted.js';

/** Takes notice of a call of the Editor's, done now or in an earlier life of the run. */
export function observe(
  {
    course,
    allowance,
    scouted,
  }: { readonly course: Course; readonly allowance: Allowance; readonly scouted: Map<string, Promise<Acted>> },
  call: Called,
): void {
  course.calls.push(call);
  course.last = leftBy(call.acted) ?? course.last;
  const said = call.tool === 'scout' ? (call.acted.data as Scouted | undefined) : undefined;
  if (!said || course.seenSignals.has(said.by)) return;
  course.seenSignals.add(said.by);
  course.used(said.spent.usage);
  // What a Scout cost in an earlier life is known from its answer alone; now it has paid by itself.
  if (!scouted.has(said.by)) {
    allowance.budget.spend(said.spent.usd);
    scouted.set(said.by, Promise.resolve(call.acted));
  }
  const { who, question, answer } = said;
  if (!answer) return;
  course.payloads.push({ who, question, answer });
  if ('slices' in answer) course.slices.push(...answer.slices);
  course.sliced.push(...(said.sliced ?? []));
}
