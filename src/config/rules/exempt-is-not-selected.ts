import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';
import { show } from '../show.js';
import { sameLabel } from './same-label.js';

/** A label that selects issues must not exempt them: nothing would be assessed. */
export function exemptIsNotSelected({ facilitate }: Config): readonly Breach[] {
  const selected = facilitate.label;
  if (selected === undefined) return [];
  return facilitate.exempt.labels.flatMap((label, at) =>
    sameLabel(label, selected)
      ? {
          path: ['facilitate', 'exempt', 'labels', at],
          expected: 'another label than `facilitate.label`',
          found: `${show(label)}, which is \`facilitate.label\` too: no issue would be left`,
          remedy: 'take it out of one of the two',
        }
      : [],
  );
}
