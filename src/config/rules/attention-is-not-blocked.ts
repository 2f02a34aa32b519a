import type { Breach } from '../problem.js';
import type { Config } from '../schema.js';
import { show } from '../show.js';
import { sameLabel } from './same-label.js';

/** One label for both would be set for one reason and taken off for the other, at every look. */
export function attentionIsNotBlocked({ labels }: Config): readonly Breach[] {
  if (!sameLabel(labels.attention, labels.blocked)) return [];
  return [
    {
      path: ['labels', 'attention'],
      expected: 'another label than `labels.blocked`',
      found: `${show(labels.attention)}, which is \`labels.blocked\` too`,
      remedy: 'give each its own label',
    },
  ];
}
