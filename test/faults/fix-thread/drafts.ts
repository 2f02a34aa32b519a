// Why a pull request is a draft, told from the records alone.
import type { FixRecords } from '../../../src/workflows/fix/rules/records.js';
import { outcomeOf } from '../../../src/workflows/check/rules/conclude.js';
import type { Run } from './scene.js';

/** In the order in which they are said. */
export function draftFor(
  { reproduction, comparison }: FixRecords,
  { document }: Run,
): readonly ('unshown' | 'asks' | 'unknown')[] {
  const isShown = reproduction?.base.result === 'failed by its assertion' || (comparison?.fixed.length ?? 0) > 0;
  const came = document && outcomeOf({ is: 'told', document });
  return [
    ...(isShown ? [] : (['unshown'] as const)),
    ...(came === 'awaiting' ? (['asks'] as const) : []),
    ...(came === 'partial' ? (['unknown'] as const) : []),
  ];
}
