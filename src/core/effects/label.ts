import type { LabelChange } from '../change.js';
import { type Effect, type Hands, placeOf } from '../effect.js';

/** A label that is there or is not; GitHub takes both words as often as they are said. */
export function labelEffect(change: LabelChange, hands: Hands): Effect {
  const { thread } = placeOf(change, hands).github;
  const { issue, label, action } = change;
  return {
    async look() {
      const there = (await thread.labels(issue)).some((each) => each.toLowerCase() === label.toLowerCase());
      if (there === (action === 'add')) return { is: 'there', count: 1, applied: {} };
      const make = async () => {
        await (action === 'add' ? thread.label(issue, label, change.look) : thread.unlabel(issue, label));
        return {};
      };
      return { is: 'absent', repeatable: true, make };
    },
  };
}
